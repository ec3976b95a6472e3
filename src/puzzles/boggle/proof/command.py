"""List all boards with at least a given score, and prove that there are no others.

unriddle prove 2x2 --min-score 3 --lexicon words.txt
unriddle prove 3x3 --min-score 500 --lexicon words.txt --qu --checkpoint proof.json
unriddle prove 4x4 --min-score 3600 --lexicon words.txt --qu --estimate --max-seconds 600
unriddle prove 4x4 --min-score 3600 --lexicon words.txt --qu --shard 1/100 --checkpoint part1.json
unriddle prove --merge part*.json --lexicon words.txt --checkpoint proof.json
unriddle prove --verify proof.json --sample 100 --lexicon words.txt

A board has at most 25 cells. Each further cell makes the work hundreds of times longer; --estimate reports
how long. Turned and mirrored boards count once. The boards are divided into classes by some of their letters.
With --checkpoint, the proof of each class is saved as a certificate, and the same command continues from
there. The certificates of shards are merged by --merge.

Exit code 0: proven, and there are such boards; or the shard, the estimate or the verification is done. 1:
there are none, classes are missing, a certificate is wrong, or a limit was reached. 2: bad input. 130:
Ctrl-C.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from ....base import PuzzleError
from ....console import (
    add_checkpoint,
    add_drawings,
    add_format,
    add_limits,
    draw,
    exit_code,
    limits_of,
    positive,
    print_answer,
    print_json,
    progress_line,
    remove_checkpoint,
    seconds_text,
    stop_reason,
    whole,
)
from ....io.text import pluralize, printable
from ....lexicon.arguments import load_lexicon
from ....options import add_options, options_from
from ..best_board.command import add_size
from ..rules import Rules
from .prove import WHOLE, ProveOptions, merge_proofs, prove
from .verify import FOUND, SAMPLE, WORK, verify_proof

if TYPE_CHECKING:
    from ....lexicon import Lexicon
    from .prove import ProofResult

REQUIRED = "; required without --merge and --verify"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle prove``."""
    add_size(parser, ProveOptions, REQUIRED)
    search = parser.add_argument_group("search")
    least = f"list boards of at least N points{REQUIRED}"
    search.add_argument("--min-score", type=positive, metavar="N", help=least)
    add_checkpoint(search, "certificates")
    add_options(search, ProveOptions, "threads", "shard", "cluster")
    add_limits(search)
    other = parser.add_argument_group("instead of a proof")
    other.add_argument("--estimate", action="store_true", help="estimate the cost of the proof from a sample")
    other.add_argument("--merge", nargs="+", metavar="FILE", help="merge the certificates of these files")
    other.add_argument("--verify", metavar="FILE", help="check the certificates of a proof")
    sample = "sample N classes for --estimate (default: 20) or --verify (default: 100)"
    other.add_argument("--sample", type=whole, metavar="N", help=sample)
    work = "limit the steps of --verify per class (default: 16777216)"
    other.add_argument("--work", type=positive, metavar="N", help=work)
    add_options(other, ProveOptions, "cells", "seed")
    output = parser.add_argument_group("output")
    add_format(output, "text", "json")
    add_drawings(output, " of the best board", " of all boards")


def run(args: argparse.Namespace) -> int:
    """Prove, and print the boards; or estimate, merge, verify."""
    args.shard = args.shard or WHOLE
    _check(args)
    lexicon = load_lexicon(args)
    if args.verify:
        return _verify(args, lexicon)
    if args.merge:
        return _show(args, lexicon, merge_proofs(args.merge, lexicon, checkpoint=args.checkpoint))
    options: dict[str, Any] = {
        name: getattr(args, name) for name in ("objective", "threads", "cluster", "seed", "cells")
    }
    options |= {"limits": limits_of(args), "rules": options_from(Rules, args)}
    if args.estimate:
        return _estimate(args, lexicon, options)
    remove_checkpoint(args)
    options |= {"checkpoint": args.checkpoint, "shard": args.shard}
    with progress_line("prove", "bounds") as progress:
        watch = None if progress is None else partial(setattr, progress, "more")  # with the time left
        result = prove(args.size, args.min_score, lexicon, progress=progress, watch=watch, **options)
    return _show(args, lexicon, result)


def _check(args: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    wanted = [name for name in ("estimate", "merge", "verify") if getattr(args, name)]
    if len(wanted) > 1:
        raise PuzzleError(f"--{wanted[0]} cannot be combined with --{wanted[1]}")
    stored = bool(args.merge or args.verify)
    if stored and (args.size is not None or args.min_score is not None):
        given = "--min-score" if args.size is None else "a size"
        raise PuzzleError(f"--{wanted[0]} cannot be combined with {given}; the files have size and score")
    if not stored and args.size is None:
        raise PuzzleError("unriddle prove: RxC is required (see unriddle prove --help)")
    if not stored and args.min_score is None:
        raise PuzzleError("unriddle prove: --min-score is required (see unriddle prove --help)")
    if args.sample is not None and not (args.estimate or args.verify):
        raise PuzzleError("--sample goes with --estimate or --verify")
    if args.work is not None and not args.verify:
        raise PuzzleError("--work goes with --verify")
    if args.cells and not args.estimate:
        raise PuzzleError("--cells goes with --estimate")
    if args.shard != WHOLE and args.checkpoint is None:
        raise PuzzleError("--shard needs --checkpoint FILE, where its certificates are saved")


def _show(args: argparse.Namespace, lexicon: Lexicon, result: ProofResult) -> int:
    """Print what a proof found."""
    drawings = {"svg": result.boards[0].to_svg, "html": result.to_html} if result.boards else {}
    done = args.shard != WHOLE and not result.own and not result.interrupted
    with draw(args, **drawings) as taken:
        if not taken:
            _print(args, lexicon, result, done)
    return 0 if done else exit_code(result.status, result.interrupted)


def _print(args: argparse.Namespace, lexicon: Lexicon, result: ProofResult, shard_done: bool) -> None:
    if args.format == "json":
        print_answer(
            args,
            {
                "status": str(result.status),
                "least": result.least,
                "count": len(result.boards),
                "complete": not result.remaining,
                "boards": [
                    {"board": grid, "score": score}
                    for grid, score in zip(result.boards.grids(), result.scores, strict=True)
                ],
                "lexicon": lexicon.name,
                "objective": args.objective,
                "remaining": result.remaining,
                "certificates": len(result.certificates),
                "nodes": result.stats.nodes,
                "terms": result.stats.generated,
                "seconds": result.stats.seconds,
            },
        )
        return
    for board, score in zip(result.boards.lines(), result.scores, strict=True):
        print(f"{score:,}: {board}")
    print(f"\n{result}" if result.boards else result)
    print(f"Lexicon: {printable(lexicon.name)}")
    if shard_done:
        left = f"{pluralize(result.remaining, 'class')} left for other shards"
        print(f"shard {args.shard[0]}/{args.shard[1]} is done; {left}")
    elif args.merge and result.remaining:
        print(f"{pluralize(result.remaining, 'class')} missing")
    if not args.merge:
        print(f"{pluralize(result.stats.nodes, 'class')} bounded in {seconds_text(result.stats.seconds)}")
        if result.own:
            print(f"{stop_reason(result.interrupted)}: only the boards found so far", file=sys.stderr)


def _estimate(args: argparse.Namespace, lexicon: Lexicon, options: dict[str, Any]) -> int:
    """Print what a proof would cost."""
    if args.sample is not None:
        options["sample"] = args.sample
    with progress_line("estimate", "bounds") as progress:
        found = prove(args.size, args.min_score, lexicon, estimate=True, progress=progress, **options)
    names = ("least", "cpu_seconds", "error", "classes", "sampled", "cells")
    facts = {name: getattr(found, name) for name in names}
    facts |= {"objective": args.objective, "nodes": found.stats.nodes}
    return _write(args, lexicon, found, facts)


def _verify(args: argparse.Namespace, lexicon: Lexicon) -> int:
    """Print what came of doing classes again."""
    with progress_line("verify", "classes") as progress:
        found = verify_proof(
            args.verify,
            lexicon,
            sample=SAMPLE if args.sample is None else args.sample,
            seed=args.seed,
            work=WORK if args.work is None else args.work,
            limits=limits_of(args),
            progress=progress,
        )
    facts = {name: getattr(found, name) for name in ("least", "classes", *FOUND)}
    return _write(args, lexicon, found, facts, *found.wrong)


def _write(args: argparse.Namespace, lexicon: Lexicon, found: Any, facts: dict[str, Any], *lines: str) -> int:
    """Print an estimate or a verification, and return the exit code."""
    if args.format == "json":
        known = {"lexicon": lexicon.name, "seconds": found.stats.seconds}
        print_json({"status": str(found.status), **facts, **known})
    else:
        print("\n".join([*lines, str(found), f"Lexicon: {printable(lexicon.name)}, seed {args.seed}"]))
    return exit_code(found.status, found.interrupted)
