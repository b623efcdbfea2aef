#!/bin/sh
# Prints the command of a Python that is new enough, or says clearly that there is none.
# With PYTHON set, that one is used or refused; nothing else is tried in its place.

new_enough='import sys; sys.exit(sys.version_info < (3, 11))'
found=

if [ -n "$PYTHON" ]; then
    set -- "$PYTHON"
else
    set -- python3 python3.14 python3.13 python3.12 python3.11 python
fi

for python in "$@"; do
    # A name may stand for nothing at all, or for a wrapper without a Python behind it.
    version=$("$python" -c 'import platform; print(platform.python_version())' 2>/dev/null) ||
        continue
    if "$python" -c "$new_enough" 2>/dev/null; then
        echo "$python"
        exit 0
    fi
    found="$found $python is $version;"
done

echo "Conquián needs Python 3.11 or newer.${found:+ Found here:${found%;}.}" >&2
if [ -n "$PYTHON" ]; then
    echo "That is what PYTHON=$PYTHON asks for; leave PYTHON out to have one looked for." >&2
else
    echo "Install one, or name it: make play PYTHON=/path/to/python3" >&2
fi
exit 1
