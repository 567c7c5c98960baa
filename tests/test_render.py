"""The table as text: what it tells, in every variant, at every decision, in less than 80 columns."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import render_test

import jass_env
from jass_env import JassEnv
from jass_env.engine.actions import CODE
from jass_env.engine.cards import KIND, PACK_48, SUIT_LETTERS, card_id, card_name
from jass_env.errors import VariantError
from jass_env.render import FRENCH_SUITS, PLACES, SWISS, SWISS_SUITS, render_text
from jass_env.rules import Rules
from jass_env.variant import PAIRS, Deal, Hands, Seats
from jass_env.variants import find_variant

VARIANTS = jass_env.variants()
#: House rules that bring decisions, remarks or ends of their own.
HOUSES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in VARIANTS),
    *((name, {"episode": "hand"}) for name in VARIANTS),
    ("schieber", {"weis": "choose", "weis_table": "big", "four_low": True, "end": "hand", "target": 1500}),
    ("schieber", {"contracts": "3x3", "shove_back": True, "end": "hand", "max_hands": 6}),
    ("schieber", {"contracts": ("tuo", "3x3"), "one_trump": True, "lead": "chooser", "identical_weis": "cancel"}),
    ("schieber", {"contracts": ("slalom", "gustav", "riesenslalom", "misere", "tutti"), "bergpreis": 100}),
    ("schieber", {"revokes": True, "max_hands": 12, "stoeck": "first_trick", "preset": "es"}),
    ("schieber", {"end": "claim", "target": 300}),
    ("differenzler", {"players": 3, "hands": 8}),
    ("differenzler", {"pairs": True, "open_predictions": True, "hands": 8}),
]

#: Acorns trump in P1's hand; dealer P0, so that P1 is forehand.
HANDS = [
    ["6a", "7a", "8a", "Ar", "Kr", "Or", "6s", "7s", "8s"],
    ["Ua", "9a", "Aa", "Ka", "Oa", "6r", "9s", "Bs", "6b"],
    ["Ba", "Ur", "Br", "9r", "8r", "Us", "Os", "Ks", "Kb"],
    ["7r", "As", "7b", "8b", "9b", "Bb", "Ub", "Ob", "Ab"],
]


def make(variant: str = "schieber", **options: Any) -> JassEnv:
    env = jass_env.env(variant, render_mode="ansi", **options)
    env.reset(seed=7)
    return env


def play(env: JassEnv, *names: str) -> str:
    for name in names:
        env.step(env.action_id(name))
    return text_of(env)


def text_of(env: JassEnv) -> str:
    text = env.render()
    assert text is not None
    return text


def flat(text: str) -> str:
    """Without the breaks of lines."""
    return " ".join(text.split())


def line(text: str, start: str) -> str:
    """The one line that begins like this."""
    (found,) = [each for each in text.splitlines() if each.startswith(start)]
    return found


def cards_of(text: str, seat: int) -> str:
    """A seat's cards in the list of all hands."""
    return line(text.split("view):")[1], f"P{seat}  ")[4:]


def acorns(**options: Any) -> JassEnv:
    """Schieber with HANDS, dealer P0, acorns chosen."""
    env = make(**options)
    env.reset(seed=7, options={"hands": HANDS, "dealer": 0, "totals": [500, 700, 500, 700]})
    play(env, "acorns")
    return env


def check_form(text: str) -> None:
    assert text and not text.endswith("\n")
    assert all(each.isprintable() and each == each.rstrip() and len(each) < 80 for each in text.splitlines())


def random_texts(env: JassEnv, seed: int, decisions: int = 10**6) -> list[str]:
    """The renderings at all decisions of a random match, the end included."""
    draw = random.Random(seed)
    env.reset(seed=seed)
    texts = [text_of(env)]
    while env.legal_actions() and len(texts) < decisions:
        texts.append(play(env, draw.choice(env.legal_actions())))
    return texts


# --- PettingZoo, modes ---


@pytest.mark.parametrize("suits", ["swiss", "french"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_pettingzoo(variant: str, suits: str) -> None:
    render_test(partial(jass_env.env, variant, suits=suits))


@pytest.mark.parametrize("variant", VARIANTS)
def test_human_mode_writes_to_stdout(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = jass_env.env(variant, render_mode="human")
    env.reset(seed=3)
    first = capsys.readouterr().out
    assert first == render_text(env.rules, env._states[0]) + "\n"
    env.step(env.action_id(env.legal_actions()[0]))
    assert capsys.readouterr().out not in ("", first)
    assert env.render() is None


# --- random play ---


@pytest.mark.parametrize("suits", ["swiss", "french"])
@pytest.mark.parametrize(("variant", "options"), HOUSES)
def test_every_decision_has_a_text(variant: str, options: dict[str, Any], suits: str) -> None:
    env = make(variant, suits=suits, **options)
    texts = random_texts(env, seed=11)
    for text in texts:
        check_form(text)
        assert line(text, env.rules.name).count("dealer P") == 1
    assert all("Over, " not in text for text in texts[:-1])
    assert sum(each.startswith("Over, ") for each in texts[-1].splitlines()) == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_changes_nothing(variant: str) -> None:
    env = make(variant)
    before = env._states.copy()
    assert text_of(env) == text_of(env)
    assert (env._states == before).all()


@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_and_mover_are_the_states(variant: str) -> None:
    env = make(variant)
    draw = random.Random(5)
    for _ in range(60):
        s = env._states[0]
        text = text_of(env)
        for seat in range(env.rules.seats):
            held = sum(1 for word in cards_of(text, seat).split() if word in tuple("6789BUOKA"))
            assert held == int(s.hands[seat]).bit_count()
        assert text.splitlines()[-1].startswith((f"P{s.mover} ", "    "))
        play(env, draw.choice(env.legal_actions()))


# --- what it tells ---


def test_before_the_contract() -> None:
    env = make()
    env.reset(seed=7, options={"hands": HANDS, "dealer": 0, "totals": [500, 700, 500, 700]})
    text = text_of(env)
    assert line(text, "schieber") == "schieber, hand 1, target 3000, dealer P0, forehand P1"
    assert line(text, "no contract") == "no contract yet"
    assert "All hands (a spectator's view):" in text
    assert cards_of(text, 1) == "Eicheln: A K O U 9 | Rosen: 6 | Schilten: B 9 | Schellen: 6"
    assert line(text, "P0 P2").split() == ["P0", "P2", "500", "0", "0"]
    assert flat(text).endswith("(Schilten), bells (Schellen), obenabe, undenufe, shove")
    assert line(text, "P1 chooses a contract: acorns (Eicheln), ")
    assert "leads" not in text

    text = play(env, "shove")
    assert "no contract yet after a shove" in text
    assert "P3 chooses a contract: " in text and flat(text).endswith("undenufe")
    assert line(play(env, "bells"), "contract") == "contract bells (Schellen) x2, chosen by P3 after a shove"


def test_trick_under_way() -> None:
    env = acorns(weis="off")
    text = text_of(env)
    assert line(text, "contract") == "contract acorns (Eicheln) x1, chosen by P1"
    assert line(text, "trick 1 of 9") == "trick 1 of 9: trump acorns (Eicheln)"
    assert "    holds Stöck" in text
    assert "> P1" in text and " *" not in text.split("to move):")[1]

    text = play(env, "6b", "Kb")
    top, left_right, bottom = text.index("  Schellen-König *"), text.index("  Schellen-6"), text.index("  P0\n")
    assert top < left_right < bottom
    (middle,) = [each for each in text.splitlines() if "> P1" in each]
    assert middle.index("P3") < middle.index("> P1")
    assert line(text, "P3 plays a card: ") == "P3 plays a card: Schellen: A O U B 9 8 7"

    text = play(env, "Ab", "6a")
    assert line(text, "Trick 1") == "Trick 1 to P0: P1 Schellen-6, P2 Schellen-K, P3 Schellen-A, P0 Eicheln-6"
    assert line(text, "Trick 2").startswith("Trick 2 (")
    assert "> P0" in text
    assert line(text, "P0 P2").split() == ["P0", "P2", "515", "15", "1"]


def test_weis_and_stoeck() -> None:
    env = acorns(weis="choose")
    assert line(text_of(env), "P1 may announce Weis: ").endswith("announce, silent")
    text = play(env, "announce", "Ka")
    assert "    announces 4 in a row; holds Stöck" in text
    # P2 stays silent; P3's six in a row are best, so that his side's Weis score.
    text = play(env, "silent", "Ba", "announce", "7r", "6a", "Oa")
    assert "    announces 4 in a row; Weis 50: Eicheln: A K O U; Stöck scored" in text
    assert "    announces 6 in a row; Weis 100: Schellen: O U B 9 8 7" in text
    assert line(text, "P1 P3").split()[:4] == ["P1", "P3", "884", "184"]


def test_kinds_of_weis() -> None:
    assert SWISS.weis(0) == "3 in a row"
    assert SWISS.weis(6) == "9 in a row"
    assert SWISS.weis(7 + 5) == "4 x Under"


def test_comparison_of_weis_and_revoke() -> None:
    env = acorns(revokes=True)
    s = env._states[0]
    s.announced[2], s.weis_top[2], s.weis_trump[2], s.withheld[2] = 1, 9, 2, 0b1010
    assert "    announces 3 in a row, top A, trump; has revoked in Rosen, Schellen" in text_of(env)


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        (["slalom", "undenufe_first"], "slalom x3, undenufe first, chosen by P1 trick 1 of 9: undenufe"),
        (["riesenslalom", "4_obenabe"], "riesenslalom x3, 4 obenabe first, chosen by P1 trick 1 of 9: obenabe"),
        (["tuo", "shields"], "tuo x4, shields (Schilten), chosen by P1 trick 1 of 9: trump shields"),
        (["misere"], "misère x3, chosen by P1 trick 1 of 9: obenabe"),
        (["tutti"], "tutti x2, chosen by P1 trick 1 of 9: no trump yet"),
        (["3x3", "UTO"], "3x3 x4, undenufe-trump-obenabe, chosen by P1 trick 1 of 9: undenufe"),
        (["3x3", "TUO"], "3x3 x4, trump-undenufe-obenabe, chosen by P1 trick 1 of 9: trump still to be named"),
        (["3x3", "TUO", "roses"], "chosen by P1 trick 1 of 9: trump roses (Rosen)"),
    ],
)
def test_contracts_in_words(actions: list[str], told: str) -> None:
    env = make(contracts=("slalom", "riesenslalom", "misere", "tutti", "tuo", "3x3"), episode="hand")
    env.reset(seed=7, options={"hands": HANDS, "dealer": 0})
    assert told in flat(play(env, *actions))


def test_one_trump_of_3x3() -> None:
    env = make(contracts="3x3", one_trump=True, episode="hand")
    env.reset(seed=7, options={"hands": HANDS, "dealer": 0})
    assert "P1 names the trump suit: acorns (Eicheln), " in play(env, "3x3", "UTO")
    assert "undenufe-trump-obenabe, trump roses (Rosen), chosen by P1" in play(env, "roses")


def test_predictions_and_the_turned_card() -> None:
    env = make("differenzler")
    env.reset(seed=7, options={"hands": HANDS, "dealer": 0})
    text = text_of(env)
    assert "hand 1 of 12" in line(text, "differenzler")
    assert "turned card Schilten-8; trick 1 of 9: trump shields (Schilten)" in text and "contract" not in text
    assert line(text, "P1 predicts: ") == "P1 predicts: predict 0 to 157"
    assert "    predicts 42" in play(env, "predict_42")


def test_trump_fixed_in_mid_hand() -> None:
    env = make("mittlere")
    assert line(text_of(env), "trick 1 of 12") == "trick 1 of 12: no trump yet"


def test_the_last_hand() -> None:
    texts = random_texts(make("mittlere"), seed=2, decisions=60)
    assert "last hand" not in texts[0]
    after = next(text for text in texts if "hand 2 of 12" in text)
    assert line(after, "side").split() == ["side", "total", "hand", "tricks", "last", "hand"]
    assert {line(after, f"P{seat}   ").split()[-1] for seat in range(3)} <= {"+1", "-1", "+2", "-2"}


# --- the end ---


def test_target() -> None:
    text = random_texts(make(target=400), seed=4)[-1]
    result = flat(text)
    assert "Over, the target is reached: P" in result and " win; totals P0 P2: " in result
    assert "to move" not in text or "?" not in text.split("to move):")[1]


def test_claim_in_mid_trick() -> None:
    env = acorns(end="claim", weis="off")
    text = play(env, "6b", "Kb")
    assert line(text, "P3 plays a card: ").endswith("; claim")
    text = play(env, "claim")
    assert "Schellen-König *" in text
    assert "Over, the match was claimed: P0 P2 win; totals P0 P2: 500, P1 P3: 720; Schneider" in flat(text)


def test_truncated() -> None:
    assert "Over, stopped at the limit of hands: nobody wins" in random_texts(make(max_hands=1), seed=4)[-1]


def test_single_hand() -> None:
    texts = random_texts(make("differenzler", episode="hand"), seed=4)
    assert "single hand" in line(texts[0], "differenzler")
    assert "(fewest wins)" in texts[-1] and "one hand was to be played" in texts[-1]
    assert "Schneider" not in random_texts(make(episode="hand"), seed=4)[-1]


def test_play_off() -> None:
    env = make("differenzler")
    env._states[0].hand_number = 12
    assert "hand 13 of 12 (play-off)" in text_of(env)


# --- suits ---


def test_french_suits() -> None:
    env = acorns(weis="off", suits="french")
    text = play(env, "Oa")
    assert "acorns (♠)" in text and "♠Q *" in text
    assert cards_of(text, 0) == "♠: 8 7 6 | ♣: A K Q | ♦: 8 7 6"
    assert line(text, "P2 plays a card: ") == "P2 plays a card: ♠: 10"
    assert not any(suit in text for suit in SWISS_SUITS)


def test_other_french_suits() -> None:
    usual = play(acorns(suits="french"), "Oa", "Ba", "7r", "6a")
    other = play(acorns(suits="french", french_suits="♣♠♦♥"), "Oa", "Ba", "7r", "6a")
    assert other != usual
    assert other == usual.translate(str.maketrans("♠♣", "♣♠"))
    assert FRENCH_SUITS == "♠♣♦♥"


def test_swiss_names_use_no_french_suit() -> None:
    assert not set(FRENCH_SUITS) & set("".join(random_texts(make(), seed=1, decisions=40)))


# --- tables of other sizes, and the pack of 48 ---


def schieber_of(seats: int, teams: str, deal: Deal) -> Rules:
    """Schieber at another table: it has no variant of its own yet."""
    usual = find_variant("schieber")

    def game(o: Any) -> Any:
        return dataclasses.replace(usual.game(o), seats=Seats(seats, teams), deal=deal)

    return Rules(dataclasses.replace(usual, name="table", game=game), options={"weis": "off", "target": 300})


TABLES: list[Callable[[], Rules]] = [
    *(partial(schieber_of, seats, "alone", Deal(6)) for seats in (2, 3, 4)),
    partial(schieber_of, 6, PAIRS, Deal(8, pack=PACK_48)),
]


@pytest.mark.parametrize("suits", ["swiss", "french"])
@pytest.mark.parametrize("rules", TABLES)
def test_other_tables(rules: Callable[[], Rules], suits: str) -> None:
    env = JassEnv(rules(), render_mode="ansi", suits=suits)
    for text in random_texts(env, seed=9):
        check_form(text)


@pytest.mark.parametrize("seats", [5, 6, 7])
def test_more_sides_than_any_game_of_the_rulebook_are_refused(seats: int) -> None:
    """The record of a match has room for four sides (1.2: six play in two trios)."""
    with pytest.raises(VariantError, match=f"{seats} seats in {seats} sides"):
        schieber_of(seats, "alone", Deal(6))


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        (Deal(10), "10 cards for each of 4 seats"),
        (Deal(0), "0 cards"),
        (Deal(-1), "-1 cards"),
        (Deal(8, spare=5), "5 spare ones"),
        (Deal(9, trump="next card"), "no such card is left"),
        (Deal(8, trump="top of the spare hand"), "no such card is left"),
    ],
)
def test_more_cards_than_the_pack_has_are_refused(deal: Deal, said: str) -> None:
    """Kernels would write beyond their records."""
    with pytest.raises(VariantError, match=said):
        schieber_of(4, PAIRS, deal)


def test_a_hand_without_tricks_and_a_match_without_hands_are_refused() -> None:
    game = Rules("schieber").game
    for change in ({"phases": ()}, {"phases": game.phases[:1]}, {"phases": game.phases[1:] * 2}, {"max_hands": 0}):
        with pytest.raises(VariantError, match=r"phases|max_hands"):
            dataclasses.replace(game, **change)
    with pytest.raises(VariantError, match="at least one hand"):
        Hands(0)


@pytest.mark.parametrize("seats", sorted(PLACES))
def test_places(seats: int) -> None:
    assert sorted(seat for row in PLACES[seats] for seat in row if seat is not None) == list(range(seats))


def test_two_copies_of_a_card() -> None:
    rules = schieber_of(6, PAIRS, Deal(8, pack=PACK_48))
    env = JassEnv(rules, render_mode="ansi")
    env.reset(seed=1)
    s = env._states[0]
    seconds = [card for card in range(36, 60) if card_name(card) in ("Ua", "Ar")]
    s.hands[3] = sum(1 << card for card in (card_id("Ua"), card_id("Ar"), card_id("9a"), *seconds))
    assert cards_of(text_of(env), 3) == "Eicheln: U U 9 | Rosen: A A"


def test_all_cards_have_names() -> None:
    long = {SWISS.card(card) for card in range(60)}
    assert len(long) == 36 == len({SWISS.short(card) for card in range(60)})
    for card in range(60):
        assert SWISS.card(card).startswith(SWISS_SUITS[SUIT_LETTERS.index(card_name(card)[1])])
        assert SWISS.card(card) == SWISS.card(int(KIND[card]))


def test_unknown_question_lists_what_is_legal() -> None:
    env = acorns()
    s = env._states[0]
    s.ask = 99
    s.legal[:] = 0
    for name in ("pass", "bid_3", "bid_4", "bid_9", "no_double"):
        s.legal[CODE[name] // 63] |= np.int64(1) << np.int64(CODE[name] % 63)
    assert line(text_of(env), "P1 decides: ") == "P1 decides: pass, no double, bid 3 to 9"
