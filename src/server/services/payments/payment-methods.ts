// The payment methods of the deposit form: those of every provider, and one entry that leads to all coins.

import type { Currency } from '../../../game/deposit.ts'
import { DEPOSIT } from '../../../game/economy.ts'
import type { PaymentReply } from '../../../protocol/payment.ts'
import type { PaymentProvider } from '../../payments/provider.ts'

const icon = (name: string): string => `/assets/img/payments/${name}.svg`

/** Returns the payment methods of a currency, in the order of the providers. */
export function paymentMethods(
  providers: readonly PaymentProvider[],
  currency: Currency,
): Pick<PaymentReply, 'paymentMethods' | 'cryptoMethods'> {
  const offered = providers.flatMap((provider) =>
    provider.methods
      .filter(({ currencies }) => currencies.includes(currency))
      .map((method) => ({
        isCrypto: method.isCrypto,
        shown: {
          name: method.name,
          title: method.title,
          icon: icon(method.icon),
          min_dep: Math.max(method.least, DEPOSIT.least) / 100,
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
    apiUrl: null,
  }
  return { paymentMethods: [...plain, crypto], cryptoMethods: coins }
}
