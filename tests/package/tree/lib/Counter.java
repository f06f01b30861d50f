class Counter {
    private int count;

    int next() {
        return bump(1);
    }

    private int bump(int by) {
        count += by;
        return count;
    }
}
