// The payment methods of the deposit form: those of every provider, and one entry that leads to all coins.

import { DEPOSIT } from '../../../game/base/economy.ts'
import type { Cents } from '../../../game/base/money.ts'
import type { Currency } from '../../../game/payments/deposit.ts'
import type { PaymentReply } from '../../../protocol/payment.ts'
import type { PaymentProvider } from '../../payments/provider.ts'

const icon = (name: string): string => `/assets/img/payments/${name}.svg`

/**
 * Returns the payment methods of a currency, in the order of the providers.
 *
 * @param cardLeft what the player may still deposit by card today; null for no limit
 * @param isOn tells whether a method is not switched off
 */
export function paymentMethods(
  providers: readonly PaymentProvider[],
  currency: Currency,
  cardLeft: Cents | null,
  isOn: (provider: string, method: string) => boolean,
): Pick<PaymentReply, 'paymentMethods' | 'cryptoMethods'> {
  const offered = providers.flatMap((provider) =>
    provider.methods
      .filter(({ name, currencies }) => currencies.includes(currency) && isOn(provider.name, name))
      .map((method) => ({
        isCrypto: method.kind === 'crypto',
        shown: {
          name: method.name,
          title: method.title,
          icon: icon(method.icon),
          min_dep: Math.max(method.least, DEPOSIT.least) / 100,
          max_dep: method.kind === 'card' && cardLeft !== null ? cardLeft / 100 : null,
          apiUrl: `/api/payment/create/${provider.name}?currency=${currency}`,
        },
      })),
  )
  const plain = offered.filter(({ isCrypto }) => !isCrypto).map(({ shown }) => shown)
  const coins = offered.filter(({ isCrypto }) => isCrypto).map(({ shown }) => shown)
  if (coins.length === 0) return { paymentMethods: plain, cryptoMethods: coins }
  const crypto = {
    name: 'crypto',
    title: 'Crypto',
    icon: icon('crypto'),
    min_dep: Math.min(...coins.map(({ min_dep }) => min_dep)),
    max_dep: null,
    apiUrl: null,
  }
  return { paymentMethods: [...plain, crypto], cryptoMethods: coins }
}
