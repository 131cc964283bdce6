//! Pictures are what they were.

use std::time::Duration;

use fruitrage_pictures::{Animation, BoardPicture, MarginGraph, Rated, RatingPlot};
use fruitrage_rules::{Board, Cause, FruitKinds, Game, Player, Record, Setup};

fn board() -> Board {
    "012/342/5*2".parse().unwrap()
}

fn record() -> Record {
    let setup = Setup::new("01*/21*/20*".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
    let mut game = Game::new(setup);
    for cell in ["B1", "A3"] {
        game.play(cell.parse().unwrap(), Duration::ZERO).unwrap();
    }
    game.forfeit(Player::First, Cause::Resigned, "");
    Record::new(["Ada <&>", "a name that is far too long for a picture"], game)
}

#[test]
fn a_board() {
    let board = board();
    let marked = *board.group_at("C1".parse().unwrap()).unwrap().cells();
    let claimed = *board.group_at("A3".parse().unwrap()).unwrap().cells();
    let picture = BoardPicture::new(&board).with_marked(&marked).with_dashed(&claimed);
    insta::assert_snapshot!(picture);
}

#[test]
fn a_moving_game() {
    insta::assert_snapshot!(Animation::new(&record()));
}

#[test]
fn margins() {
    insta::assert_snapshot!(MarginGraph {
        names: ["Ada <&>", "Grace"],
        expected: &[12, 12, -40, -40, -38],
        scored: &[0, 36, 20, 4, -38],
        exact_from: Some(2),
        turning_points: &[1],
    });
}

#[test]
fn ratings() {
    let rated = [
        Rated { name: "engine <full>", value: 310.5, low: Some(250.0), high: None },
        Rated { name: "greedy", value: 0.0, low: Some(-40.0), high: Some(42.0) },
    ];
    insta::assert_snapshot!(RatingPlot(&rated));
}

/// The largest and the smallest, in every combination of what may be missing.
#[test]
fn graphs_of_nothing_are_drawn_too() {
    let mut areas = Vec::new();
    for margins in [&[][..], &[0], &[456_976, -456_976]] {
        let graph = MarginGraph {
            names: ["Ada", "Grace"],
            expected: margins,
            scored: margins,
            exact_from: None,
            turning_points: &[5],
        };
        let text = graph.to_string();
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"), "{text}");
        assert!(text.contains("Ada") && text.contains("Grace"), "{text}");
        areas.push(text.matches("fill-opacity").count());
    }
    assert_eq!(areas, [0, 2, 2], "one area for the lead of each player");
    let plot = RatingPlot(&[]).to_string();
    assert!(plot.starts_with("<svg") && !plot.contains("NaN"), "{plot}");
}

#[cfg(feature = "png")]
mod drawn {
    use fruitrage_pictures::png;
    use resvg::tiny_skia::Pixmap;

    use super::*;

    fn drawn(picture: &impl ToString) -> Pixmap {
        let bytes = png(&picture.to_string(), 1.0).unwrap();
        Pixmap::decode_png(&bytes).unwrap()
    }

    /// The columns and rows of the board in which two pictures of it differ.
    fn different_cells(left: &Board, right: &Board) -> Vec<(u32, u32)> {
        let [left, right] = [left, right].map(|board| drawn(&BoardPicture::new(board)));
        assert_eq!((left.width(), left.height()), (right.width(), right.height()));
        // Letters above and numbers to the left of the board, then its cells.
        let (edge, size) = (28, 36);
        let differs = |x, y| left.pixel(edge + x, edge + y) != right.pixel(edge + x, edge + y);
        let cells = (0..3).flat_map(|column| (0..3).map(move |row| (column, row)));
        let in_cell = |&(column, row): &(u32, u32)| {
            let mut pixels = (0..size * size).map(|at| (at % size, at / size));
            pixels.any(|(x, y)| differs(column * size + x, row * size + y))
        };
        cells.filter(in_cell).collect()
    }

    #[test]
    fn a_fruit_is_drawn_in_its_cell_and_nowhere_else() {
        let board = board();
        for (other, cells) in [
            ("912/342/5*2", vec![(0, 0)]),
            ("012/342/502", vec![(1, 2)]),
            ("012/742/5*8", vec![(0, 1), (2, 2)]),
            ("012/342/5*2", vec![]),
        ] {
            assert_eq!(different_cells(&board, &other.parse().unwrap()), cells, "{other}");
        }
    }

    #[test]
    fn games_and_graphs_have_more_than_one_colour() {
        let rated = [Rated { name: "greedy", value: 0.0, low: Some(-40.0), high: Some(42.0) }];
        let margins = MarginGraph {
            names: ["Ada", "Grace"],
            expected: &[12, -40],
            scored: &[0, 36],
            exact_from: Some(0),
            turning_points: &[0],
        };
        for picture in
            [drawn(&Animation::new(&record())), drawn(&RatingPlot(&rated)), drawn(&margins)]
        {
            let first = picture.pixels()[0];
            let others = picture.pixels().iter().filter(|&&pixel| pixel != first).count();
            assert!(others > 200, "{others} of {} pixels", picture.pixels().len());
        }
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(png("<svg", 1.0).is_err());
    }
}
