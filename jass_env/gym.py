"""One seat against players, in Gymnasium's form: ``gymnasium.make("jass/Schieber-v0", opponents="rules", seat=0)``.

The others play inside ``step``; what the user sees are the decisions of one seat, one after the other. ``SeatMatches`` does
this for a batch of matches; ``JassSeatEnv`` is a batch of one, ``JassSeatVectorEnv`` (``gymnasium.make_vec``) one of many.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from jass_env.engine.state import MATCH_LAST_IN
from jass_env.errors import DealError, IllegalActionError, JassError, OptionError, OrderError, PlayerError, SeatError
from jass_env.players import Player, decision_seeds, make_player
from jass_env.players.lawful import act_lawfully
from jass_env.players.random import RandomPlayer
from jass_env.render import render_text
from jass_env.rules import Rules
from jass_env.start import checked_seeds, new_seed
from jass_env.vector import JassVectorEnv

ILLEGAL = ("raise", "replace")
RENDER_MODES = ("ansi", "human")

#: Who plays a seat: whatever ``make_player`` takes (a name, or the path of a checkpoint), or a player.
Spec = str | os.PathLike[str] | Player

#: Matches begun in a row, at most, until there is one in which the seat comes to its turn.
BEGINNINGS = 1000


class SeatMatches:
    """One seat's way through a batch of matches: each step is one decision of that seat, the others' come in between.

    The randomness of a decision is made of the seed of its match and of how many decisions came before it since the match
    was seeded (``decision_seeds``), so it depends neither on the batch nor on who decides.

    Attributes:
        env: the matches. Its ``observation`` and ``action_mask`` are the seat's wherever it is to move.
        reward: float64 (N,), what the seat got with the last step: the sum since its decision before. What it got before
            its first decision of a match comes with the first step.
        terminated: bool (N,), the match is over, or the seat has left it.
        truncated: bool (N,), the match was cut off by ``max_hands``.
    """

    env: JassVectorEnv
    seat: int
    reward: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray

    def __init__(self, rules: Rules, num_envs: int, seat: int, players: Mapping[int, Player], threads: int = 1) -> None:
        """Make a batch; ``reset`` begins it.

        Args:
            rules: the rules.
            num_envs: number of matches N.
            seat: the seat whose decisions the steps are.
            players: who plays each of the other seats.
            threads: as ``JassVectorEnv``.
        """
        self.env = JassVectorEnv(rules, num_envs, autoreset=AutoresetMode.DISABLED, threads=threads)
        self.seat = seat
        unique = {id(player): player for player in players.values()}
        #: Each player and, by seat, whether it plays there.
        self._players = [
            (player, np.array([players.get(seat) is player for seat in range(rules.seats)])) for player in unique.values()
        ]
        self._leaves = bool(rules.array[0].match == MATCH_LAST_IN)
        self._match_seeds: np.ndarray | None = None
        self._decisions = np.zeros(num_envs, dtype=np.int64)
        self._before = np.zeros(num_envs)  # reward of a match before the seat's first decision
        #: True while the others play, and still so after an error or Ctrl-C amid it: one of them is to move then.
        self._is_amid = False
        self.reward = np.zeros(num_envs)
        self.terminated = np.zeros(num_envs, dtype=np.bool_)
        self.truncated = np.zeros(num_envs, dtype=np.bool_)

    @property
    def is_done(self) -> np.ndarray:
        """Where the seat has nothing more to decide: bool (N,)."""
        done: np.ndarray = self.terminated | self.truncated
        return done

    def check_whole(self) -> None:
        """Raises OrderError where the last ``reset`` or ``step`` did not get through: the seat is not the one to move."""
        if self._is_amid:
            raise OrderError("interrupted while the other seats played: call reset (of all matches)")

    def reset(
        self,
        seed: int | Sequence[int] | None = None,
        options: Mapping[str, Any] | None = None,
        where: np.ndarray | None = None,
    ) -> None:
        """Begin new matches and play them up to the seat's first decision; arguments as ``JassVectorEnv.reset``.

        Raises:
            OptionError: a seed that is no number, or the wrong number of seeds.
            DealError: options that make no position, or one in which the seat has nothing to decide.
            OrderError: only some matches, after the others' play was interrupted.
        """
        size = self.env.num_envs
        where = np.ones(size, dtype=np.bool_) if where is None else where
        if not where.all():
            self.check_whole()
        if seed is None and self._match_seeds is None:
            seed = new_seed()
        if seed is not None:
            seeds = np.array(checked_seeds(seed, size), dtype=np.uint64)
            if self._match_seeds is None:
                self._match_seeds = seeds.copy()
            self._match_seeds[where] = seeds[where]
            self._decisions[where] = 0
        was_amid, self._is_amid = self._is_amid, True
        try:
            self.env.reset(seed=seed, options=options, where=where)
        except JassError:  # the matches are as they were
            self._is_amid = was_amid
            raise
        for _ in range(BEGINNINGS):
            self.reward[where] = 0
            self.terminated[where] = self.truncated[where] = False
            self._play_on(where)
            self._before[where] = self.reward[where]
            self.reward[where] = 0
            where = where & self.is_done  # others have ended the match before the seat came to its turn
            if not where.any():
                self._is_amid = False
                return
            if options:
                break
            self.env.reset(where=where)
        self._is_amid = False
        raise DealError(
            f"options={options!r:.80}: the match is over, or left, before seat {self.seat} has a decision to make"
        )

    def step(self, actions: np.ndarray, where: np.ndarray | None = None) -> None:
        """The seat decides in each match of ``where`` (default all), none of which is done; then the others play on.

        Raises:
            IllegalActionError: some action is not legal; nothing has changed.
            OrderError: the others' play was interrupted, and ``reset`` not called since.
        """
        self.check_whole()
        where = np.ones(self.env.num_envs, dtype=np.bool_) if where is None else where
        self._is_amid = True
        try:
            self.env.step(actions, where)
        except JassError:  # nothing has changed
            self._is_amid = False
            raise
        self.reward[:] = np.where(where, self._before, 0)
        self._before[where] = 0
        self._take(where)
        self._play_on(where)
        self._is_amid = False

    def own_seeds(self) -> np.ndarray:
        """Seeds for the seat's decisions that stand now: uint64 (N,)."""
        assert self._match_seeds is not None
        return decision_seeds(self._match_seeds, self._decisions)

    def _play_on(self, where: np.ndarray) -> None:
        """The others decide, in all matches of ``where`` at the same time, until the seat is to move or is done."""
        env = self.env
        actions = np.zeros(env.num_envs, dtype=np.int64)
        self._look_for_end(where)
        while (waiting := where & (env.seat != self.seat) & ~self.is_done).any():
            seeds = self.own_seeds()
            for player, plays in self._players:
                rows = np.flatnonzero(waiting & plays[env.seat])
                if rows.size:
                    chosen, wrong = act_lawfully(player, env.observation[rows], env.action_mask[rows], seeds[rows])
                    if wrong:
                        raise PlayerError(f"player {player.name!r} gave {wrong} illegal actions in {rows.size} decisions")
                    actions[rows] = chosen
            env.step(actions, waiting)
            self._take(waiting)

    def _take(self, stepped: np.ndarray) -> None:
        """Add up what the step just made has brought the seat."""
        self._decisions += stepped
        self.reward += self.env.reward[:, self.seat]
        self._look_for_end(stepped)

    def _look_for_end(self, where: np.ndarray) -> None:
        ended = self.env.terminated
        if self._leaves:
            ended = ended | ~self.env.truncated & ~self.env.in_match[:, self.seat]
        self.terminated[where] = ended[where]
        self.truncated[where] = self.env.truncated[where]


class JassSeatEnv(gymnasium.Env[np.ndarray, int]):
    """One seat of a match of Jass; players sit on the others. ``gymnasium.make("jass/Schieber-v0", ...)`` makes one.

    * Observation: int8 (D,), as ``rules.layout`` says. Actions: ids, names in ``rules.actions``.
    * ``action_masks()`` is bool (A,), as MaskablePPO expects; ``info["action_mask"]`` the same as int8, as
      ``action_space.sample(mask)`` expects. Both are all zeros at the end.
    * Reward: the seat's own, summed since its last decision (what came before the first one is in the first).
    * An episode ends when the match (or hand) does, or when the seat leaves the match.

    Attributes:
        rules: the rules in force.
        seat: the seat that the user plays.
        players: who plays the others, by seat.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}
    rules: Rules
    seat: int
    players: dict[int, Player]

    def __init__(
        self,
        variant: str,
        *,
        opponents: Spec | Sequence[Spec] = "random",
        partner: Spec | None = None,
        seat: int = 0,
        illegal: str = "raise",
        preset: str | None = None,
        episode: str = "match",
        reward: str = "score",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make an environment; ``reset`` begins the first match.

        Args:
            variant: name of the variant ("schieber"); ``gymnasium.make`` fills it in.
            opponents: who plays the other seats, partners too: the name of a player, the path of a checkpoint, or a
                player; or a list with one for each other seat, from the next to play around the table.
            partner: who plays the partners' seats instead; only with one player as ``opponents``.
            seat: the seat that the user plays.
            illegal: what an illegal action does. "raise": IllegalActionError, and nothing has changed. "replace": a random
                legal action stands for it, and ``info["illegal"]`` is 1; for callers that know no masks, such as
                Gymnasium's and SB3's ``check_env``.
            preset: a named set of options.
            episode: "match" or "hand".
            reward: "score", "margin", "outcome" or "points", as ``jass_env.env``.
            render_mode: None, "ansi" or "human".
            **options: the variant's house rules.

        Raises:
            VariantError: unknown variant.
            OptionError: unknown preset, option or mode, or a value that is not allowed.
            SeatError: no such seat.
            PlayerError: no such player, or not one for each seat.
            CheckpointError: a checkpoint is damaged or belongs to another variant or layout.
        """
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise OptionError(f"render_mode={render_mode!r}: allowed are None, {', '.join(map(repr, RENDER_MODES))}")
        self.rules = Rules(variant, preset=preset, episode=episode, reward=reward, options=options)
        self.seat = checked_seat(self.rules, seat)
        self.players = seat_players(self.rules, self.seat, opponents, partner)
        self.render_mode = render_mode
        self._replaces = checked_illegal(illegal) == "replace"
        self._matches = SeatMatches(self.rules, 1, self.seat, self.players)
        self._is_open = False
        self.observation_space = self._matches.env.single_observation_space
        self.action_space: Any = self._matches.env.single_action_space

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a new match, up to the seat's first decision.

        Args:
            seed: restarts all randomness, the players' too; None goes on with it (at first: from the system).
            options: a position to begin with, as for ``JassEnv.reset``.

        Raises:
            DealError: options that make no position, or one in which the seat has nothing to decide.
        """
        super().reset(seed=seed)
        self._matches.reset(seed, options)
        self._is_open = True
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """The seat decides, and the others play on up to its next decision or the end.

        Raises:
            OrderError: before ``reset`` or after the end, or the others' play was interrupted (an error, Ctrl-C).
            IllegalActionError: not legal; nothing has changed.
        """
        matches = self._matches
        matches.check_whole()
        if not self._is_open:
            raise OrderError("call reset first")
        if matches.is_done[0]:
            raise OrderError(f"the match is over for seat {self.seat}; call reset")
        actions, replaced = legal_or_replaced(matches, self._number(action), self._replaces)
        matches.step(actions)
        if self.render_mode == "human":
            self.render()
        info = self._info()
        if self._replaces:
            info["illegal"] = int(replaced[0])
        return (
            self._observation(),
            float(matches.reward[0]),
            bool(matches.terminated[0]),
            bool(matches.truncated[0]),
            info,
        )

    def action_masks(self) -> np.ndarray:
        """The seat's legal actions: bool (A,), all False at the end. Raises OrderError where the others were interrupted."""
        return self._mask().astype(np.bool_)

    def legal_actions(self) -> list[str]:
        """Names of the seat's legal actions, in id order. Raises OrderError where the others were interrupted."""
        return [self.rules.actions[number] for number in np.flatnonzero(self._mask())]

    def render(self) -> str | None:
        """The table as text, from the view of a spectator who sees all hands ("ansi"); written out in "human" mode.

        Raises:
            OptionError: made without a render mode.
            OrderError: before ``reset``.
        """
        if self.render_mode is None:
            raise OptionError("render needs an environment made with render_mode='ansi' or 'human'")
        if not self._is_open:
            raise OrderError("call reset first")
        text = render_text(self.rules, self._matches.env.get_state()[0], None)
        if self.render_mode == "human":
            sys.stdout.write(text + "\n")
            return None
        return text

    def _number(self, action: Any) -> np.ndarray:
        """An action as the batch takes it: int64 (1,)."""
        try:
            number = index(action.item() if isinstance(action, np.ndarray) and action.size == 1 else action)
        except TypeError:
            raise IllegalActionError(
                f"action {action!r} is no whole number; legal are {', '.join(self.legal_actions())}"
            ) from None
        if abs(number) >= 2**62:  # more than a machine word holds
            number = -1
        return np.array([number], dtype=np.int64)

    def _observation(self) -> np.ndarray:
        return self._matches.env.observe(0, self.seat)

    def _mask(self) -> np.ndarray:
        self._matches.check_whole()
        mask: np.ndarray = self._matches.env.action_mask[0].copy()
        if not self._is_open or self._matches.is_done[0]:
            mask[:] = 0
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}


class JassSeatVectorEnv(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """One seat in each of many matches, on the batched engine; the players act on batches too.

    ``gymnasium.make_vec("jass/Schieber-v0", num_envs=256, opponents="rules", ...)`` makes one. Match ``i`` seeded with
    ``s + i`` is the one that ``JassSeatEnv`` plays after ``reset(seed=s + i)``.

    ``info["action_mask"]`` is int8 (N, A), ``action_masks()`` the same as bool; all zeros where a match is over and not
    begun anew. With SAME_STEP ``info["final_obs"]`` holds the seat's last view where an episode has ended
    (``info["_final_obs"]``).

    Attributes:
        rules: the rules in force.
        seat: the seat that the user plays, in each match.
        players: who plays the others, by seat.
        metadata: holds ``autoreset_mode``.
    """

    metadata: dict[str, Any]
    rules: Rules
    seat: int
    players: dict[int, Player]
    autoreset_mode: AutoresetMode

    def __init__(
        self,
        variant: str,
        num_envs: int = 1,
        *,
        opponents: Spec | Sequence[Spec] = "random",
        partner: Spec | None = None,
        seat: int = 0,
        illegal: str = "raise",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int = 1,
        preset: str | None = None,
        episode: str = "match",
        reward: str = "score",
        render_mode: None = None,
        **options: Any,
    ) -> None:
        """Make a batch; ``reset`` begins the matches. What is not said here is as for ``JassSeatEnv``.

        Args:
            variant: name of the variant; ``gymnasium.make_vec`` fills it in.
            num_envs: number of matches N.
            opponents, partner, seat, illegal, preset, episode, reward: as for ``JassSeatEnv``.
            autoreset_mode: what happens to a match that is over. SAME_STEP: the next one begins at once. NEXT_STEP: it
                begins at the next step, whose action is ignored. DISABLED: it stays over until
                ``reset(options={"reset_mask": ...})``, and ``step`` until then is an error.
            threads: slices of the batch that the engine works on at the same time.
            render_mode: None; batches are not rendered.
            **options: the variant's house rules.

        Raises:
            As ``JassSeatEnv``.
        """
        if render_mode is not None:
            raise OptionError(f"render_mode={render_mode!r}: batches are not rendered; gymnasium.make makes one that is")
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            raise OptionError(
                f"autoreset_mode={autoreset_mode!r}: allowed are the members of gymnasium.vector.AutoresetMode"
            ) from None
        self.rules = Rules(variant, preset=preset, episode=episode, reward=reward, options=options)
        self.seat = checked_seat(self.rules, seat)
        self.players = seat_players(self.rules, self.seat, opponents, partner)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": [], "render_fps": 1}
        self.num_envs = num_envs
        self._replaces = checked_illegal(illegal) == "replace"
        self._matches = SeatMatches(self.rules, num_envs, self.seat, self.players, threads)
        self._is_open = False
        self.single_observation_space = self._matches.env.single_observation_space
        self.single_action_space = self._matches.env.single_action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin new matches, up to the seat's first decision in each.

        Args:
            seed: a number for the first match (the next ones count up), or one for each; None goes on.
            options: a position to begin with, as for ``JassEnv.reset``; and ``reset_mask``, bool (N,), the matches to
                begin anew (default all).

        Raises:
            OrderError: ``reset_mask`` in the first reset, or in the first one after the others' play was interrupted.
            OptionError: seeds or ``reset_mask`` of the wrong number or type.
            DealError: options that make no position, or one in which the seat has nothing to decide.
        """
        super().reset(seed=seed if isinstance(seed, int) and seed >= 0 else None)
        options = dict(options or {})
        where = options.pop("reset_mask", None)
        if where is not None and not self._is_open:
            raise OrderError("the first reset is of all matches, without reset_mask")
        if where is not None:
            where = np.asarray(where)
            if where.shape != (self.num_envs,) or where.dtype != np.bool_:
                raise OptionError(f"reset_mask of shape {where.shape}, {where.dtype}: needed is bool ({self.num_envs},)")
        self._matches.reset(seed, options, where)
        self._is_open = True
        return self._observations(), self._infos()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """The seat decides in each match, and the others play on up to its next decision or the end.

        Returns:
            Observations int8 (N, D), rewards float64 (N,), terminations and truncations bool (N,), infos. All are new
            arrays.

        Raises:
            OrderError: before ``reset``, a match is over and autoreset is disabled, or the others' play was interrupted.
            IllegalActionError: some action is not legal; nothing has changed.
        """
        matches = self._matches
        matches.check_whole()
        if not self._is_open:
            raise OrderError("call reset first")
        over = matches.is_done
        if over.any() and self.autoreset_mode == AutoresetMode.DISABLED:
            raise OrderError(f"match {over.argmax()} is over; call reset with options={{'reset_mask': ...}}")
        actions, replaced = legal_or_replaced(matches, actions, self._replaces)
        matches.step(actions, ~over)
        if over.any():
            matches.reset(where=over)  # what they got before their first decision comes with the next step
        rewards = matches.reward.copy()
        terminations, truncations = matches.terminated.copy(), matches.truncated.copy()
        ended = matches.is_done
        last: dict[str, Any] = {}
        if ended.any() and self.autoreset_mode == AutoresetMode.SAME_STEP:
            last = self._final(ended)
            matches.reset(where=ended)
        infos = self._infos() | last
        if self._replaces:
            infos |= {"illegal": replaced.astype(np.int64), "_illegal": np.ones(self.num_envs, dtype=np.bool_)}
        return self._observations(), rewards, terminations, truncations, infos

    def action_masks(self) -> np.ndarray:
        """The seat's legal actions in each match: bool (N, A). Raises OrderError where the others were interrupted."""
        return self._mask().astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Release the threads."""
        self._matches.env.close()

    def _observations(self) -> np.ndarray:
        observations = self._matches.env.observation.copy()
        for match in np.flatnonzero(self._matches.is_done).tolist():
            observations[match] = self._matches.env.observe(match, self.seat)
        return observations

    def _mask(self) -> np.ndarray:
        self._matches.check_whole()
        mask = self._matches.env.action_mask.copy()
        mask[self._matches.is_done if self._is_open else slice(None)] = 0
        return mask

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "_action_mask": np.ones(self.num_envs, dtype=np.bool_)}

    def _final(self, ended: np.ndarray) -> dict[str, Any]:
        """The last views, as Gymnasium hands them on where the next match begins in the same step."""
        views = np.full(self.num_envs, None, dtype=object)
        for match in np.flatnonzero(ended).tolist():
            views[match] = self._matches.env.observe(match, self.seat)
        masks = {"action_mask": np.zeros_like(self._matches.env.action_mask), "_action_mask": ended.copy()}
        return {"final_obs": views, "_final_obs": ended.copy(), "final_info": masks, "_final_info": ended.copy()}


def checked_seat(rules: Rules, seat: Any) -> int:
    """The seat as a number. Raises SeatError where there is none such."""
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < rules.seats:
        raise SeatError(f"seat={seat!r}: in {rules.name} seats are 0 to {rules.seats - 1}")
    return int(seat)


def checked_illegal(illegal: Any) -> str:
    """What illegal actions do. Raises OptionError for something unknown."""
    if illegal not in ILLEGAL:
        raise OptionError(f"illegal={illegal!r}: allowed are {', '.join(map(repr, ILLEGAL))}")
    return str(illegal)


def seat_players(
    rules: Rules, seat: int, opponents: Spec | Sequence[Spec], partner: Spec | None = None
) -> dict[int, Player]:
    """Who plays each of the other seats; arguments as for ``JassSeatEnv``.

    Raises:
        PlayerError: no such player, not one for each seat, or a partner where there is none.
    """
    others = [(seat + turn) % rules.seats for turn in range(1, rules.seats)]
    partners = [other for other in others if rules.side_of(other) == rules.side_of(seat)]
    made: dict[str, Player] = {}

    def player(what: str, spec: Any) -> Player:
        if isinstance(spec, str | os.PathLike):
            name = os.fspath(spec)
            if name not in made:
                made[name] = make_player(name, rules)
            return made[name]
        if not isinstance(spec, Player):
            raise PlayerError(
                f"{what}={spec!r:.80}: needed is the name of a player, the path of a checkpoint, or a player (name, act)"
            )
        return spec

    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if len(opponents) != len(others) or partner is not None:
            also = " and a partner" if partner is not None else ""
            raise PlayerError(
                f"{len(opponents)} opponents{also}: a list has one player for each of the {len(others)} other seats "
                f"(here seats {', '.join(map(str, others))} in this order), partners among them"
            )
        return {other: player("opponents", spec) for other, spec in zip(others, opponents, strict=True)}
    if partner is not None and not partners:
        raise PlayerError(f"partner={partner!r:.80}: in {rules.name} with these options nobody plays with seat {seat}")
    who = player("opponents", opponents)
    friend = who if partner is None else player("partner", partner)
    return {other: friend if other in partners else who for other in others}


def legal_or_replaced(matches: SeatMatches, actions: Any, replaces: bool) -> tuple[Any, np.ndarray]:
    """The actions to take, and where one was illegal and gave way to a random legal one: bool (N,)."""
    env = matches.env
    replaced = np.zeros(env.num_envs, dtype=np.bool_)
    given = np.asarray(actions)
    if not replaces or given.shape != (env.num_envs,) or given.dtype.kind not in "iu":
        return actions, replaced
    inside = (given >= 0) & (given < env.action_mask.shape[1])
    legal = inside & (env.action_mask[np.arange(env.num_envs), np.where(inside, given, 0)] != 0)
    replaced = ~legal & ~matches.is_done
    if not replaced.any():
        return actions, replaced
    drawn = RandomPlayer().act(env.observation, env.action_mask, matches.own_seeds())
    return np.where(replaced, drawn, given), replaced


__all__ = ["JassSeatEnv", "JassSeatVectorEnv", "SeatMatches", "seat_players"]
