"""Requests to the X server that python-xlib lacks or gets wrong."""

from __future__ import annotations

from Xlib.protocol import rq


class GetCrtcInfo(rq.ReplyRequest):  # type: ignore[misc] # python-xlib has no types
    """Where an area that is sent to a monitor lies; the library's own leaves out x and y."""

    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(20),
        rq.RequestLength(),
        rq.Card32("crtc"),
        rq.Card32("config_timestamp"),
    )
    _reply = rq.Struct(
        rq.ReplyCode(),
        rq.Card8("status"),
        rq.Card16("sequence_number"),
        rq.ReplyLength(),
        rq.Card32("timestamp"),
        rq.Int16("x"),
        rq.Int16("y"),
        rq.Card16("width"),
        rq.Card16("height"),
        rq.Card32("mode"),
        rq.Card16("rotation"),
        rq.Card16("possible_rotations"),
        rq.LengthOf("outputs", 2),
        rq.LengthOf("possible_outputs", 2),
        rq.List("outputs", rq.Card32Obj),
        rq.List("possible_outputs", rq.Card32Obj),
    )
