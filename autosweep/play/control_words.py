"""Words on the controls of a client: which may be clicked for a new game, which never. Pure.

Texts are compared without case, accents, blanks and marks: text reading loses some of them. A text
that holds a word of both lists is denied. Only whole texts are allowed: "Restart", not the sentence
"You can restart at any time".
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from enum import Enum
from functools import lru_cache
from itertools import pairwise

_STRONG = """
again|another game|another round|new board|new game|new round|new layout|
new map|new field|next game|play again|
play another game|play new game|replay|restart|restart game|restart level|reset|reset board|
reset game|retry|start again|start new game|start over|try again|
play once more|one more game|rematch|new minefield|
neues spiel|neu starten|neustart|neu|nochmal|noch einmal|nochmal spielen|noch einmal spielen|
erneut spielen|erneut versuchen|spiel neu starten|zurücksetzen|
nouvelle partie|nouveau jeu|rejouer|recommencer|relancer|réessayer|réinitialiser|
nuevo juego|nueva partida|juego nuevo|jugar de nuevo|jugar otra vez|volver a jugar|reiniciar|
reintentar|empezar de nuevo|intentar de nuevo|otra vez|
nuova partita|nuovo gioco|gioca ancora|gioca di nuovo|rigioca|ricomincia|riavvia|riprova|
novo jogo|nova partida|jogar novamente|jogar de novo|recomeçar|tentar novamente|tente novamente|
nieuw spel|opnieuw|opnieuw spelen|speel opnieuw|opnieuw beginnen|herstart|probeer opnieuw|
nowa gra|zagraj ponownie|graj ponownie|jeszcze raz|od nowa|zacznij od nowa|spróbuj ponownie|
yeni oyun|tekrar oyna|yeniden başlat|yeniden oyna|tekrar dene|
nytt spel|spela igen|börja om|starta om|försök igen|nyt spil|spil igen|prøv igen|start forfra|
nytt spill|spill igjen|prøv igjen|uusi peli|pelaa uudelleen|aloita alusta|
nová hra|hrát znovu|znovu|új játék|újra|újrakezdés|
joc nou|permainan baru|main lagi|trò chơi mới|chơi lại|
новая игра|играть снова|играть ещё раз|сыграть ещё|сыграть ещё раз|ещё раз|ещё игра|заново|
начать заново|
начать сначала|сначала|начать новую игру|перезапустить|перезапуск|рестарт|перезагрузить|сброс|
сбросить|
попробовать снова|попробовать ещё раз|повторить|переиграть|
нова гра|грати знову|грати ще раз|ще раз|почати знову|почати спочатку|спочатку|спробувати знову|
новая гульня|гуляць зноў|нова игра|играй отново|отново|
新游戏|新遊戲|新的游戏|新一局|再来一局|再來一局|再玩一次|再来一次|重新开始|重新開始|重来|重新游戏|
重玩|重开|重置|再试一次|重试|开始新游戏|
新しいゲーム|新規ゲーム|もう一度|もう一度遊ぶ|もう一回|リスタート|リトライ|リセット|再挑戦|
再スタート|
最初から|やり直す|새 게임|새로운 게임|새 게임 시작|다시 시작|다시 시작하기|다시 하기|다시 도전|
한 번 더|한판 더|
게임 다시 시작|게임 재시작|재시작|초기화
"""
"""Texts that mean a new game."""

_WEAK = """
start|start game|play|play game|play now|begin|go|let's go|let's play|let's start|new|continue|next|
ok|okay|got it|
starten|spiel starten|spielen|los|weiter|commencer|démarrer|jouer|continuer|nouveau|nouvelle|
empezar|comenzar|iniciar|jugar|continuar|nuevo|nueva|aceptar|inizia|avvia|gioca|continua|nuovo|
nuova|
começar|jogar|novo|nova|beginnen|begin spel|spelen|speel|nieuw|verder|graj|rozpocznij|nowa|dalej|
játék kezdése|játék indítása|kezdés|indítás|rendben|
başla|oyna|yeni|tamam|devam|starta|spela|fortsätt|ny|начать|начать игру|старт|играть|далее|дальше|
новая|продолжить|
хорошо|ок|почати|грати|далі|продовжити|
开始|开始游戏|開始|開始遊戲|开始玩|继续|确定|確定|好的|好|スタート|ゲーム開始|始める|開始する|
続ける|시작|시작하기|게임 시작|계속|계속하기|확인
"""
"""Texts of a control that may lead to a new game: a start page, a message that waits for an OK."""

_START_VERBS = """
start|begin|play|launch|enter|iniciar|comenzar|empezar|jugar|começar|comecar|jogar|starten|spielen|
commencer|lancer|démarrer|jouer|inizia|avvia|gioca|beginnen|spelen|rozpocznij|zacznij|graj|başla|
başlat|oyna|starta|spela|начать|играть
"""
_GAME_NOUNS = """
a game|game|the game|new game|minesweeper|mine sweeper|mines|round|match|partida|el juego|juego|
nueva partida|nuevo juego|buscaminas|jogo|o jogo|nova partida|novo jogo|campo minado|spiel|
das spiel|neues spiel|partie|la partie|une partie|jeu|le jeu|nouvelle partie|démineur|partita|
gioco|campo minato|prato fiorito|spel|het spel|mijnenveger|gra|grę|rozgrywkę|saper|oyun|oyunu|
oyuna|mayın tarlası|spelet|игру|игра|сапёр|сапер
"""
"""A verb and a noun of these, in one text, may lead to a game: "Iniciar partida", "Play Mines"."""

_START_PAGE = """
home|home page|menu|main menu|start menu|start page|title screen|back to menu|back to main menu|
back to the menu|back to start|return to menu|return to main menu|go to menu|go to main menu|
hauptmenü|zum hauptmenü|zurück zum menü|menü|menu principal|retour au menu|accueil|
menú|menú principal|volver al menú|inicio|menu principale|torna al menu|voltar ao menu|
hoofdmenu|menu główne|ana menü|huvudmeny|меню|главное меню|в меню|в главное меню|головне меню|
主菜单|返回主菜单|菜单|メニュー|메뉴|메인 메뉴
"""
"""Texts that lead to the start page of a program, from which a game may begin."""

_YES = "yes|ja|oui|sí|si|sì|sim|tak|evet|ano|igen|да|так|是|はい|예|네|yes please|sure"
"""Texts that agree. They are allowed only where another text asks whether to play again."""

_DENIED = """
quit|exit|close|delete|remove|erase|clear|buy|purchase|shop|store|subscribe|subscription|pay|
sign in|signin|sign up|signup|log in|login|log out|logout|register|account|profile|share|tweet|post|
facebook|twitter|download|install|update|upgrade|settings|options|preferences|donate|sponsor|
support us|leave|cancel|no|not now|never|abort|discard|save|submit|send|upload|menu|home|
back|help|about|
rules|how to|tutorial|feedback|report|rate|review|advert|ad|ads|sponsored|cookies|accept|accept all|
reject|decline|privacy|terms|github|scores|high scores|leaderboard|statistics|stats|ranking|
custom|daily|challenge|multiplayer|invite|friends|undo|pause|flag|hint|solve|print|file|minimize|
beenden|schließen|löschen|kaufen|anmelden|abmelden|teilen|einstellungen|spenden|verlassen|abbrechen|
nein|quitter|fermer|supprimer|acheter|connexion|partager|télécharger|paramètres|annuler|non|
salir|cerrar|eliminar|borrar|comprar|iniciar sesión|compartir|descargar|ajustes|cancelar|
esci|chiudi|elimina|acquista|accedi|condividi|scarica|impostazioni|annulla|
sair|fechar|excluir|entrar|compartilhar|baixar|configurações|não|
afsluiten|sluiten|verwijderen|kopen|inloggen|delen|instellingen|annuleren|nee|
wyjdź|zakończ|zamknij|usuń|kup|zaloguj|udostępnij|ustawienia|anuluj|nie|
çıkış|kapat|sil|satın al|giriş|paylaş|ayarlar|iptal|hayır|
avsluta|stäng|radera|köp|logga in|dela|inställningar|avbryt|nej|
выход|выйти|закрыть|удалить|купить|войти|вход|регистрация|поделиться|скачать|настройки|отмена|нет|
правила|помощь|справка|рекорды|статистика|меню|назад|сохранить|отправить|подсказка|пауза|
вихід|вийти|закрити|видалити|купити|увійти|налаштування|скасувати|ні|
退出|关闭|關閉|删除|刪除|购买|購買|登录|登入|登錄|注册|分享|下载|下載|设置|設定|取消|否|离开|返回|
終了|閉じる|削除|購入|ログイン|共有|ダウンロード|キャンセル|いいえ|戻る|종료|나가기|닫기|삭제|구매|
로그인|공유|취소|아니요|아니오|
설정|도움말|메뉴|홈|순위|점수
"""
"""Words that are never clicked."""

LEVELS = (
    (
        "beginner|easy|small|anfänger|leicht|einfach|facile|fácil|principiante|"
        "новичок|лёгкий|легко|простой|초급|쉬움|初级|初級|简单|簡單|容易|入门|初心者|かんたん"
    ),
    (
        "intermediate|medium|normal|fortgeschritten|mittel|moyen|medio|médio|"
        "любитель|средний|нормально|중급|보통|中级|中級|普通|中等|ふつう"
    ),
    (
        "expert|hard|advanced|large|insane|difficult|schwer|difficile|difícil|experto|"
        "эксперт|профессионал|сложный|сложно|고급|어려움|高级|高級|专家|困难|困難|上級|難しい"
    ),
)
"""Names of the levels of a game, from the smallest board to the largest."""

_NEAR = 0.88
"""Least likeness (0 to 1) of a text and an allowed one: one letter in eight may be read wrong."""
_NEAR_LENGTH = 7
"""Letters from which a text may be like an allowed one; shorter ones must be equal."""
_SAME_TEXT, _SAME_LENGTH = 0.7, 5
"""Least likeness (0 to 1) and letters of two readings of one text."""
_LATIN = str.maketrans("авекмнорстух", "abekmhopctyx")
"""Cyrillic letters that look like Latin ones: a short word may be read as either."""
_MODES = frozenset(
    {
        *("classic", "classicmode", "classicgame", "standard", "normalmode", "normalgame"),
        *("singleplayer", "1player", "solo", "klassisch", "classique", "clasico", "classico"),
    }
)
"""Names of the ordinary game, compact."""
_SIZE = re.compile(
    r"(?<!\d)(\d{1,2}) ?[x\u00d7*] ?(\d{1,2})(?!\d)"
    r"|(?:size|gr\u00f6\u00dfe|taille|tama\u00f1o|tamanho)\W{1,3}(\d{1,2})(?!\d)"
)
"""The size of a board, in both ways in which start pages write it."""
_REPLAY_WORDS = 4
"""Words of a button such as "Replay same board" at most."""
_PART_LENGTH = 4
"""Letters from which a denied word counts inside a longer one: blanks may be lost."""
_SHORTCUT = re.compile(
    r"(?:\s+(?:(?:ctrl|strg|alt|shift|cmd)\s*[+-]\s*)+\w{1,3}|\s+f\d{1,2})\s*$|\s*(?:\.{3}|\u2026)\s*$",
    re.IGNORECASE,
)
"""The key of a menu item behind its text, and the dots of one that asks something."""
_ASKS_TO_LEAVE = re.compile(
    r"changes(?:that)?you(?:have)?made(?:may|might)not|"
    r"(?:information|data)you\w{0,2}enteredmaynot"
)
_LEAVES = frozenset({"reload", "leave", "leavepage"})
"""Texts of the buttons under that question in Chromium, Chrome, Edge and Firefox."""
_ASKS = re.compile(
    # A compact text has each Korean syllable in its parts.
    unicodedata.normalize("NFKD", "다시|한번더|")
    + r"again|nochmal|nocheinmal|rejouer|newgame|newround|neuepartie|neuerunde|nouvellepartie|"
    r"nuevapartida|nuevojuego|nuovapartita|novojogo|novapartida|nieuwspel|nowagr|"
    r"anothergame|anotherround|restart|neuesspiel|denuevo|снова|ещераз|заново|знову|"
    r"otravez|ancora|novamente|denovo|opnieuw|ponownie|jeszczeraz|tekrar|igen|再玩|再来|再來|重新|もう一"
)
_RESULT = re.compile(
    r"(?:win|won|winner|lose|lost|loser|victory|defeat|dead|boom|gewonnen|verloren|"
    r"gagne|perdu|ganaste|perdiste|vinto|perso|venceu|perdeu|wygrana|przegrana|"
    r"победа|поражение|проигрыш|перемога|поразка|"
    + unicodedata.normalize("NFKD", "승리|패배|성공|실패)")
)
_FACE = re.compile(
    r"[:;=8xXB]['^-]?[)(\]\[DPpOo03|/\\]|[)(][:;=]|([xXoO0>@TX*^-])[_.]{1,2}([xXoO0<@TX*^-])"
)
"""Faces that are written, such as ":)" and "x_x"."""


class Promise(Enum):
    """What the text of a control promises."""

    NEW_GAME = 0
    """It starts a new game."""
    STEP = 1
    """It may lead to one: a start page, a message that waits for an OK."""
    AGREES = 2
    """It agrees to a question; only where that asks whether to play again."""


def compact(text: str) -> str:
    """Return a text without case, accents, blanks and marks."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in split if letter.isalnum())


def is_same_text(one: str, other: str) -> bool:
    """Return True if a text may be another one that was read a little otherwise before.

    Letters of a fancy font are not always read the same. It must promise nothing else.
    """
    first, second = compact(one), compact(other)
    if first.translate(_LATIN) == second.translate(_LATIN):
        return True
    alike = difflib.SequenceMatcher(None, first, second).ratio() >= _SAME_TEXT
    long = min(len(first), len(second)) >= _SAME_LENGTH
    promised = promise_of(one) in (None, promise_of(other))
    return alike and long and promised and not is_denied(one)


def words_of(text: str) -> list[str]:
    """Return the words of a text, each compact."""
    return [word for part in re.split(r"[^\w'\u2019]+", text) if (word := compact(part))]


@lru_cache(maxsize=1)
def _allowed() -> dict[str, Promise]:
    found: dict[str, Promise] = {}
    for texts, promise in (
        (_YES, Promise.AGREES),
        (_WEAK, Promise.STEP),
        (_STRONG, Promise.NEW_GAME),
    ):
        found.update(dict.fromkeys(_listed(texts), promise))
    for verb in _listed(_START_VERBS):
        for noun in _listed(_GAME_NOUNS):
            # Turkish puts the verb last.
            found.setdefault(verb + noun, Promise.STEP)
            found.setdefault(noun + verb, Promise.STEP)
    return found


@lru_cache(maxsize=1)
def _denied() -> frozenset[str]:
    return frozenset(_listed(_DENIED))


def _listed(texts: str) -> list[str]:
    return [name for text in texts.replace("\n", "").split("|") if (name := compact(text))]


def is_denied(text: str) -> bool:
    """Return True if a text holds a word that is never clicked."""
    words, whole = words_of(text), compact(text)
    denied = _denied()
    pairs = {first + second for first, second in pairwise(words)}
    if denied & {whole, *words, *pairs}:
        return True
    if whole in _allowed():
        return False
    return any(len(word) >= _PART_LENGTH and word in whole for word in denied)


def promise_of(text: str) -> Promise | None:
    """Return what a control with this text promises; None if it must not be clicked."""
    if is_denied(text):
        return None
    allowed = _allowed()
    for name in _names(text):
        if name in allowed:
            return allowed[name]
    words = words_of(text)
    if words[:1] == ["replay"] and len(words) <= _REPLAY_WORDS:
        # The same board once more is a game too; another control may give a new one.
        return Promise.STEP
    name = compact(text)
    if len(name) >= _NEAR_LENGTH and (near := difflib.get_close_matches(name, allowed, 1, _NEAR)):
        return allowed[near[0]]
    return None


def _names(text: str) -> list[str]:
    """Return a text as it may be in the list: without brackets, an icon, the name of a level.

    An icon before or after the words is read as a single letter. "New beginner game" is a new game;
    "Hard reset" may be something else.
    """
    plain = _SHORTCUT.sub("", re.sub(r"[(\[].*?[)\]]", " ", text))
    words = words_of(plain)
    names = [compact(text), "".join(words)]
    if len(words) > 1 and len(words[0]) == 1 and words[0].isascii():
        names.append("".join(words[1:]))
    if len(words) > 1 and len(words[-1]) == 1 and words[-1].isascii():
        names.append("".join(words[:-1]))
    left = [word for word in words if word not in _listed("|".join(LEVELS))]
    if len(left) > 1:
        names.append("".join(left))
    return names


def asks_to_play_again(text: str) -> bool:
    """Return True if a text asks whether to play again."""
    return any(mark in text for mark in "?\uff1f") and bool(_ASKS.search(compact(text)))


def asks_to_leave(text: str) -> bool:
    """Return True if a text is the browser's question whether to leave a page, after a reload."""
    return bool(_ASKS_TO_LEAVE.search(compact(text)))


def agrees_to_leave(text: str) -> bool:
    """Return True if a text is the answer to that question by which the page is left."""
    return compact(text) in _LEAVES


def tells_result(text: str) -> bool:
    """Return True if a text is one word that tells how a game ended, such as "WIN!!".

    A button may change its text to that. "You lost" and "Game over" are sentences: a message.
    """
    # The second of two exclamation marks is read as a 1.
    plain = re.sub(r"![!1lI|]*\s*$", "", text)
    return bool(_RESULT.fullmatch(compact(plain)))


def is_face(text: str) -> bool:
    """Return True if a text is a face, such as ":)" or "x_x": it often is the button above."""
    return bool(_FACE.fullmatch("".join(text.split())))


def leads_to_start_page(text: str) -> bool:
    """Return True if a text leads back to the start page of a program."""
    return compact(text) in _start_pages()


@lru_cache(maxsize=1)
def _start_pages() -> frozenset[str]:
    return frozenset(_listed(_START_PAGE))


def names_mode(text: str) -> bool:
    """Return True if a text names the ordinary game on a start page that offers several."""
    return compact(text) in _MODES


def cells_named_in(text: str) -> int | None:
    """Return how many cells the board has that a text offers, such as "9 x 9" or "Size: 10"."""
    if is_denied(text):
        return None
    found = _SIZE.search(" ".join(text.casefold().split()))
    if found is None:
        return None
    rows, cols, side = found.groups()
    return int(side) ** 2 if side else int(rows) * int(cols)


def level_of(text: str) -> int | None:
    """Return which level of the game a text names, 0 for the smallest board; None for none.

    Buttons in a row may be read as one text, too: that names several levels.
    """
    first, *others = words_of(text) or [""]
    named = [first in _listed(names) for names in LEVELS]
    rest = [_listed(names) for names in LEVELS if first not in _listed(names)]
    several = any(name in compact("".join(others)) for names in rest for name in names)
    return named.index(True) if any(named) and not several and not is_denied(text) else None
