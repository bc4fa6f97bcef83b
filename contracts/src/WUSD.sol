// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControlDefaultAdminRules} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Pausable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Pausable.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/**
 * The dollar-pegged stablecoin on EVM networks and Tron.
 *
 * Each role can do one thing. The admin grants and revokes the roles and ends a pause; it can't mint, burn or pause, unless it grants
 * itself the role, which is an event. A change of the admin is begun by the old one, waits, and is accepted by the new one.
 */
contract WUSD is ERC20Pausable, ERC20Permit, AccessControlDefaultAdminRules {
  bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");
  bytes32 public constant BURNER_ROLE = keccak256("BURNER_ROLE");
  bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

  /**
   * @param admin grants the other roles; nobody has them at first
   * @param adminDelay seconds between the beginning and the acceptance of a change of the admin
   */
  constructor(
    address admin,
    uint48 adminDelay
  ) ERC20("WUSD", "WUSD") ERC20Permit("WUSD") AccessControlDefaultAdminRules(adminDelay, admin) {}

  function decimals() public pure override returns (uint8) {
    return 6;
  }

  /** Creates tokens. @param value in millionths of a dollar */
  function mint(address to, uint256 value) external onlyRole(MINTER_ROLE) {
    _mint(to, value);
  }

  /** Destroys tokens that the holder has approved to the caller: a burner can't take tokens from anybody. */
  function burnFrom(address from, uint256 value) external onlyRole(BURNER_ROLE) {
    if (from != _msgSender()) _spendAllowance(from, _msgSender(), value);
    _burn(from, value);
  }

  /** Stops transfers, mints and burns. */
  function pause() external onlyRole(PAUSER_ROLE) {
    _pause();
  }

  /** Whoever took the pauser's key can't end the pause that this leads to. */
  function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
    _unpause();
  }

  function _update(address from, address to, uint256 value) internal override(ERC20, ERC20Pausable) {
    super._update(from, to, value);
  }
}
