"""The refusal of a record: why, and at which ply."""

from __future__ import annotations

from conquian.core.errors import ConquianError, Param


class BadRecord(ConquianError):
    """A record is malformed, or breaks the rules.

    Attributes:
        code, params: as in every refusal; an illegal action has the code of the rules' refusal.
        ply: the action at fault, counted from 1; 0 for the header.
    """

    def __init__(self, code: str, *, ply: int = 0, **params: Param) -> None:
        super().__init__(code, ply=ply, **params)
        self.ply = ply

    @staticmethod
    def because(fault: ConquianError, ply: int) -> BadRecord:
        """A refusal of the package as the refusal of a record."""
        return BadRecord(fault.code, **{**fault.params, "ply": ply})  # type: ignore[arg-type]
