import { networkNames } from '@wusd/api-sdk/domain';
import { Icon } from '@wusd/ui-kit/Icon';
import { NetworkIcon } from '@wusd/ui-kit/NetworkIcon';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import type { Recipient } from './recipients.ts';

const Disc = styled.span`
  display: grid;
  place-items: center;
  border-radius: 50%;
  background: ${vars.accentWash};
  color: ${vars.accentFg};
`;

export interface RecipientIconProps {
  recipient: Recipient;
  /** Size in pixels. */
  size: number;
}

/** Icon of an address's network, or of a bank. */
export function RecipientIcon({ recipient, size }: RecipientIconProps) {
  if (recipient.kind === 'address')
    return <NetworkIcon network={networkNames[recipient.address.networkId]} size={size} />;
  return (
    <Disc style={{ width: size, height: size }}>
      <Icon name="bank" size={20} />
    </Disc>
  );
}
