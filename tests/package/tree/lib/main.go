package main

type stack struct{ items []int }

func (s *stack) push(item int) { s.items = append(s.items, item) }

func main() {
	s := &stack{}
	s.push(1)
}
