// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/** A token with as much of ERC-20 as a wallet uses, that anybody can mint. For tests only. */
contract TestDollar {
  event Transfer(address indexed from, address indexed to, uint256 value);

  uint8 public immutable decimals;
  bool public isPaused;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;

  constructor(uint8 decimals_) {
    decimals = decimals_;
  }

  function mint(address to, uint256 value) external {
    balanceOf[to] += value;
    totalSupply += value;
    emit Transfer(address(0), to, value);
  }

  /** While it is paused, every transfer reverts. */
  function pause(bool isPaused_) external {
    isPaused = isPaused_;
  }

  function transfer(address to, uint256 value) external returns (bool) {
    require(!isPaused, "paused");
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
    return true;
  }
}
