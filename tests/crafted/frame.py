"""What stands around the footer: magics, its length, bytes that belong to nothing."""

from __future__ import annotations

from typing import Final

from tests.crafted.deviation import CHOOSE, END, LENGTH, REFUSE, Deviation, Edit

FRAME: Final = {
    "magic-at-the-end": Deviation(REFUSE, "the file ends in PAR2", Edit('"PAR1"', '"PAR2"', END)),
    "magic-at-the-start": Deviation(CHOOSE, "the file begins with PARQ", Edit('"PAR1"', '"PARQ"')),
    "no-magic-at-the-end": Deviation(
        REFUSE, "the file ends behind the length", Edit('bytes "PAR1"', "", END)
    ),
    "no-trailer": Deviation(REFUSE, "the file ends behind the footer", Edit(LENGTH, "")),
    "length-zero": Deviation(REFUSE, "the length of the footer is 0", Edit(LENGTH, "uint32 0")),
    "length-one-more": Deviation(
        REFUSE, "the length of the footer is one too large", Edit(LENGTH, f"{LENGTH} + 1")
    ),
    "length-one-less": Deviation(
        REFUSE, "the length of the footer is one too small", Edit(LENGTH, f"{LENGTH} - 1")
    ),
    "length-of-more-than-the-file": Deviation(
        REFUSE, "the footer would begin before the file", Edit(LENGTH, "uint32 1000000")
    ),
    "length-negative": Deviation(
        REFUSE, "the length of the footer is negative as an i32", Edit(LENGTH, "uint32 0xfffffff0")
    ),
    "length-2-gib": Deviation(
        REFUSE, "the length of the footer is 2,147,483,647", Edit(LENGTH, "uint32 0x7fffffff")
    ),
    "byte-behind-the-file": Deviation(
        REFUSE, "a byte stands behind the magic", Edit('bytes "PAR1"', 'bytes "PAR1" x"00"', END)
    ),
    "byte-behind-the-footer": Deviation(
        REFUSE, "a byte stands between footer and length", Edit(LENGTH, f'bytes x"00"\n{LENGTH}')
    ),
    "bytes-behind-the-struct": Deviation(
        CHOOSE,
        "four bytes follow the struct inside of the footer",
        Edit("@footer.end", 'bytes "more"\n@footer.end'),
    ),
}
