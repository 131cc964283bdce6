// A test agent in Go: plays the first fruit that it finds, in a goroutine of its own.
package main

import (
	"fmt"
	"os"
	"strings"
)

func claim(board [][]byte, row, column int, kind byte) {
	if row < 0 || column < 0 || row >= len(board) || column >= len(board) || board[row][column] != kind {
		return
	}
	board[row][column] = '*'
	claim(board, row-1, column, kind)
	claim(board, row+1, column, kind)
	claim(board, row, column-1, kind)
	claim(board, row, column+1, kind)
}

func settle(board [][]byte) {
	for column := range board {
		to := len(board) - 1
		for row := len(board) - 1; row >= 0; row-- {
			fruit := board[row][column]
			board[row][column] = '*'
			if fruit != '*' {
				board[to][column] = fruit
				to--
			}
		}
	}
}

func answer(input string) string {
	lines := strings.Split(input, "\n")
	var size int
	fmt.Sscan(lines[0], &size)
	board := make([][]byte, size)
	for row := range board {
		board[row] = []byte(lines[3+row])
	}
	for row := range board {
		for column, kind := range board[row] {
			if kind != '*' {
				claim(board, row, column, kind)
				settle(board)
				text := fmt.Sprintf("%c%d\n", 'A'+column, row+1)
				for _, fruits := range board {
					text += string(fruits) + "\n"
				}
				return text
			}
		}
	}
	panic("the board is empty")
}

func main() {
	input, err := os.ReadFile("input.txt")
	if err != nil {
		panic(err)
	}
	answers := make(chan string)
	go func() { answers <- answer(string(input)) }()
	if err := os.WriteFile("output.txt", []byte(<-answers), 0o644); err != nil {
		panic(err)
	}
}
