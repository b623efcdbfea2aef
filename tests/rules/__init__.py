"""The rules, paragraph by paragraph: a test is named after its paragraph in docs/rules.md."""
