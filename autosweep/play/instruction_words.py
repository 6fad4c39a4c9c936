"""Texts that tell what to press or to click for a new game, and what asks for a name. Pure.

They are sentences, compared without case, accents, blanks and marks like the words on controls.
"""

from __future__ import annotations

import re

from autosweep.play.control_words import compact, is_denied

_PURPOSE = (
    r"(?:play(?:again|anew|another)|re?start|reset|retry|replay|tryagain|startover|startagain|"
    r"(?:start)?(?:a|the)?new(?:game|round)|(?:go)?again|continue|start|playon|begin|play|"
    r"(?:return|goback|go)(?:to)?(?:the)?(?:main)?menu)"
)
_KEY_NAME = r"spacebar|space|enter|return|anykey|f1[0-2]|f[1-9]|[a-z]"
_PRESS = re.compile(
    rf"(?:press|hit|push|type|use)(?:the)?({_KEY_NAME})(?:key|bar)?"
    rf"(?:or(?:the)?(?:{_KEY_NAME})(?:key|bar)?)*(?:to|for){_PURPOSE}"
)
_LEADING = re.compile(
    r"^\W*(space ?bar|space|enter|return|f1[0-2]|f[1-9]|[a-z])\W*"
    r"(?:to\b|for\b|[-:=\u2013\u2014)\]])\W*"
    r"(?:a |the )?(?:play again|restart|new game|try again|retry|reset|start)"
)
_TRAILING = re.compile(
    r"^\W*(?:play again|restart|new game|try again|retry|reset|start)(?: game)?\s*[:(\[<-]+\s*"
    r"(?:press |key )?(space ?bar|space|enter|return|f1[0-2]|f[1-9]|[a-z])\W*$"
)
_PRESS_LAST = re.compile(
    rf"(?:to|for){_PURPOSE}(?:please)?(?:press|hit|push)(?:the)?({_KEY_NAME})(?:key|bar)?$"
)
_PRESS_ELSEWHERE = re.compile(
    r"(?:druckensie|drucke|druck|appuyez(?:sur)?|appuie(?:sur)?|pressez|presiona|presione|pulsa|"
    r"pulse|oprime|oprima|premi|premere|pressione|aperte|prima|drukop|druk|nacisnij|wcisnij|tryck|"
    r"stiskni|bas)(?:la|le|el|o|a|de|die|das|den|il)?(?:tecla|taste|touche|tasto|toets|klawisz)?"
    rf"({_KEY_NAME}|leertaste|espace|espacio|espaco|spazio|spatie|spacje|entree|intro|invio)"
    r"(?:taste|key)?(?:um|fur|zum|pour|para|per|om|aby|icin|for)"
    r"(?:\w{0,12}?)(?:neu|continu|weiter|fortfahren|start|iniciar|comecar|commencer|comenzar|empezar|"
    r"inizia|dalej|devam|nochmal|noch|wieder|rejouer|recommencer|relancer|nouvelle|reiniciar|"
    r"jugar|nuevo|nueva|volver|jogar|novo|nova|recomecar|rigiocare|ricominciare|giocare|riavviare|"
    r"opnieuw|nieuw|ponownie|nowa|zagrac|igen|znovu|yeniden|tekrar)"
)
"""The same in other languages, compact."""
_KEY_NAMES_ELSEWHERE = {
    "leertaste": "space",
    "espace": "space",
    "espacio": "space",
    "espaco": "space",
    "spazio": "space",
    "spatie": "space",
    "spacje": "space",
    "entree": "enter",
    "intro": "enter",
    "invio": "enter",
}
_CLICK = re.compile(
    r"(?<!right)(?<!middle)(?<!double)(?<!rechts)(?:click|tap)"
    r"(?:here|anywhere|again|once|onthe(?:board|screen)|theboard|thescreen|any\w{1,12})?"
    rf"(?:to|for){_PURPOSE}"
)
_BUTTON = re.compile(
    r"(?:click|press|hit|push|tap)(?:on)?(?:the)?(?P<button>\w{2,24}?)(?:button)?"
    rf"(?:to|for){_PURPOSE}"
)
_NAME = re.compile(
    r"(?:enter|type|input|writein?)(?:in)?(?:your|a|the|player)?(?:nick|user|player)?name|"
    r"whatisyourname|whatsyourname"
)


def key_named_in(text: str) -> str | None:
    """Return the key that a text tells to press for a new game, such as `r`; None for none."""
    plain = " ".join(text.casefold().split())
    found = _PRESS.search(compact(text)) or _PRESS_ELSEWHERE.search(compact(text))
    found = (
        found
        or _PRESS_LAST.search(compact(text))
        or _LEADING.search(plain)
        or _TRAILING.search(plain)
    )
    if found is None:
        return None
    key = found.group(1).replace(" ", "")
    known = {"spacebar": "space", "anykey": "space", "return": "enter", **_KEY_NAMES_ELSEWHERE}
    return known.get(key, key)


def begins_with_key(text: str) -> bool:
    """Return True if a text says of a key what it does, such as "r = New game": it is no button."""
    return bool(_LEADING.search(" ".join(text.casefold().split())))


def says_click(text: str) -> bool:
    """Return True if a text tells to click it, or anywhere, for a new game."""
    return bool(_CLICK.search(compact(text))) and not is_denied(text)


def button_named_in(text: str) -> str | None:
    """Return the text, compact, of the button that a text tells to press for a new game."""
    found = _BUTTON.search(compact(text))
    return None if found is None else found.group("button")


def asks_for_name(text: str) -> bool:
    """Return True if a text asks for the name of a player who has a record."""
    return bool(_NAME.search(compact(text)))
