contract Counted {
  function count() public {}
}

/// Sells by the piece.
contract Shop is Counted {
  Till till;

  function sell(uint pieces) public returns (uint) {
    count();
    till.add(pieces);
    Till other = till;
    other.add(1);
    if (pieces > 9) return price(pieces);
    return elsewhere(pieces);
  }

  function price(uint pieces) internal returns (uint) {
    return pieces * 2;
  }
}

contract Till {
  uint sum;
  function add(uint pieces) public { sum += pieces; }
}
