// A river by postflop-solver (https://github.com/b-inary/postflop-solver), for ctypes.

use postflop_solver::*;
use std::ffi::{c_char, CStr};

/// A game from five texts: two ranges (empty: all hands), the board, bets and raises.
#[no_mangle]
pub unsafe extern "C" fn river(texts: *const *const c_char, pot: i32, stack: i32) -> *mut PostFlopGame {
    let text = |i: usize| CStr::from_ptr(*texts.add(i)).to_str().unwrap();
    let range = |i| if text(i).is_empty() { Range::ones() } else { text(i).parse().unwrap() };
    let sizes = BetSizeOptions::try_from((text(3), text(4))).unwrap();
    let (flop, last) = text(2).split_at(6);
    let cards = CardConfig {
        range: [range(0), range(1)],
        flop: flop_from_str(flop).unwrap(),
        turn: card_from_str(&last[..2]).unwrap(),
        river: card_from_str(&last[2..]).unwrap(),
    };
    let tree = TreeConfig {
        initial_state: BoardState::River,
        starting_pot: pot,
        effective_stack: stack,
        river_bet_sizes: [sizes.clone(), sizes],
        ..Default::default()
    };
    Box::into_raw(Box::new(PostFlopGame::with_config(cards, ActionTree::new(tree).unwrap()).unwrap()))
}

/// Iterate from the start, up to so often, until an exploitability is met that is looked at every
/// ten iterations, if it is above 0; return the last one.
#[no_mangle]
pub unsafe extern "C" fn run(game: *mut PostFlopGame, iterations: u32, target: f32) -> f32 {
    let game = &mut *game;
    game.allocate_memory(true); // which forgets what there was
    game.allocate_memory(false);
    for n in 0..iterations {
        if target > 0.0 && n % 10 == 0 && compute_exploitability(game) <= target {
            break;
        }
        solve_step(game, n);
    }
    compute_exploitability(game)
}
