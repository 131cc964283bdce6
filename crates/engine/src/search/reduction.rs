//! Late-move reductions: moves that come late in the order are searched less deep, and again
//! to the full depth only if they turn out better than expected.

use super::Parameters;

/// By how many moves a late move's search is shortened, growing with the logarithms of depth
/// and index as in most chess engines. Different here: always an even number, so that the same
/// player is on move at the leaves, because every estimate favours the player on move.
pub(super) fn reduction(parameters: &Parameters, depth: i32, index: usize) -> i32 {
    let Parameters { reduce_from, reduce_depth, reduce_slope, .. } = *parameters;
    if depth < reduce_depth || (index as i32) < reduce_from {
        return 0;
    }
    let logarithms = depth.ilog2() as i32 * index.ilog2() as i32;
    (1 + logarithms * reduce_slope / 1024).min(depth - 1) & !1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_are_even_and_leave_a_move_to_search() {
        for slope in [0, 256, 512, 100_000] {
            let parameters = Parameters { reduce_slope: slope, ..Parameters::default() };
            for depth in 1..60 {
                for index in 0..300 {
                    let reduction = reduction(&parameters, depth, index);
                    assert!(reduction % 2 == 0 && (0..depth).contains(&reduction));
                }
            }
        }
    }

    #[test]
    fn later_moves_and_deeper_searches_are_reduced_more() {
        let reduced = |depth, index| reduction(&Parameters::default(), depth, index);
        assert_eq!([(2, 100), (30, 2)].map(|(depth, index)| reduced(depth, index)), [0, 0]);
        assert_eq!([4, 16, 100].map(|index| reduced(16, index)), [2, 4, 6]);
        assert_eq!([4, 8, 32].map(|depth| reduced(depth, 16)), [2, 4, 6]);
    }
}
