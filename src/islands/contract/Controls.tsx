// What steers the contract: filling and clearing the table, the button to press next, and what becomes of the result.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_ITEMS } from '../../game/economy.ts'
import { formatMoney } from '../../i18n/format.ts'
import {
  $docked,
  $docks,
  $filling,
  $results,
  $signingBeside,
  askAgain,
  clear,
  fillCheapest,
  isBusy,
  itemsIn,
  keep,
  readResults,
  sellWon,
  sign,
  skip,
  sumOf,
  useAgain,
} from '../../stores/contract.ts'
import { $inventory } from '../../stores/inventory.ts'
import { toast } from '../../stores/toasts.ts'
import { $user } from '../../stores/user.ts'
import { Ahead } from '../ui/Ahead.tsx'
import { Button } from '../ui/Button.tsx'
import { once } from '../ui/once.ts'
import { useSale } from '../ui/use-sale.ts'
import styles from './controls.module.css'
import { Notice } from './Notice.tsx'
import { Status } from './Status.tsx'
import { ownsNothing } from './use-example.ts'

/** Fills and clears the table. */
export function Tools(): ReactElement {
  const { t } = useTranslation(['contract', 'common'])
  const signing = useStore($signingBeside, { ssr: 'initial' })
  const docked = useStore($docked)
  const isFilling = useStore($filling, { ssr: 'initial' })
  const inventory = useStore($inventory, { ssr: 'initial' })
  const isBlocked = isBusy(signing) || docked.size === CONTRACT_ITEMS.most || ownsNothing(inventory)
  const fill = async (): Promise<void> => {
    if (!(await fillCheapest())) toast('error', t('common:errors.offline'))
  }
  return (
    <div className={styles.tools}>
      <Button icon="sort" disabled={isBlocked} aria-busy={isFilling || undefined} onClick={once(() => void fill())}>
        {t('tools.fill')}
      </Button>
      <Button icon="trash" disabled={isBusy(signing) || docked.size === 0} onClick={once(clear)}>
        {t('tools.clear')}
      </Button>
    </div>
  )
}

/** The words for where things stand, and the button to press next: on a phone always under the thumb. */
export function Controls(): ReactElement {
  const { t } = useTranslation('contract')
  return (
    <section className={styles.bar} aria-label={t('controls')}>
      <Notice />
      <Aftermath />
      <Status />
      <MainButton />
    </section>
  )
}

/** Signs, ends the play of light, asks again, or puts the result away: always one button, so that focus stays where it is. */
function MainButton(): ReactElement {
  const { t } = useTranslation(['contract', 'common'])
  const signing = useStore($signingBeside, { ssr: 'initial' })
  const docks = useStore($docks, { ssr: 'initial' })
  const results = useStore($results, { ssr: 'initial' })
  const user = useStore($user, { ssr: 'initial' })
  const inventory = useStore($inventory, { ssr: 'initial' })
  const look = { size: 'l', className: styles.main } as const
  if (signing.phase === 'forming') {
    return (
      <Button {...look} onClick={once(skip)}>
        {t('skip')}
      </Button>
    )
  }
  if (signing.phase === 'offline') {
    const { asking } = signing
    return (
      <Button {...look} tone="signal" aria-busy={asking || undefined} onClick={once(() => void askAgain())}>
        {t('offline.action')}
      </Button>
    )
  }
  if (signing.phase === 'result') {
    const isKept = signing.state === 'mine' || signing.state === 'selling'
    return (
      <Button {...look} tone="signal" onClick={once(keep)}>
        {isKept ? t('common:actions.keep') : t('result.next')}
      </Button>
    )
  }
  if (user.status === 'guest') {
    return (
      <Button {...look} tone="signal" icon="steam" onClick={once(() => void sign())}>
        {t('common:actions.signIn')}
      </Button>
    )
  }
  if (results.status === 'failed') {
    return (
      <Button {...look} tone="signal" onClick={once(() => void readResults())}>
        {t('results.retry')}
      </Button>
    )
  }
  const count = itemsIn(docks).length
  if (count === 0 && ownsNothing(inventory)) {
    return (
      <Button {...look} tone="signal" icon="cases" href="/">
        {t('toCases')}
      </Button>
    )
  }
  const missing = CONTRACT_ITEMS.least - count
  const isReady = results.status === 'ready' || results.status === 'loading'
  return (
    <Button
      {...look}
      tone="signal"
      disabled={!isReady}
      aria-busy={signing.phase === 'asking' || results.status === 'loading' || undefined}
      onClick={once(() => void sign())}
    >
      {missing > 0 ? t('missing', { count: missing }) : t('sign', { count, sum: formatMoney(sumOf(docks)) })}
    </Button>
  )
}

/** Selling the result, or putting it into the next contract. Its place is kept while the light moves, so that nothing moves after it. */
function Aftermath(): ReactElement | null {
  const signing = useStore($signingBeside, { ssr: 'initial' })
  const isResult = signing.phase === 'result'
  if (signing.phase !== 'forming' && signing.phase !== 'result') return null
  const state = signing.phase === 'result' ? signing.state : 'mine'
  if (state === 'sold' || state === 'gone') return null
  return (
    <Ahead isShown={isResult}>
      <Choices priceCents={signing.signed.won.price} isSelling={state === 'selling'} />
    </Ahead>
  )
}

function Choices({ priceCents, isSelling }: { priceCents: number; isSelling: boolean }): ReactElement {
  const { t } = useTranslation('contract')
  const settle = useSale()
  return (
    <div className={styles.after}>
      <Button icon="sell" loading={isSelling} onClick={once(() => void settle(sellWon()))}>
        {t('result.sell', { price: formatMoney(priceCents) })}
      </Button>
      <Button icon="contracts" disabled={isSelling} onClick={once(useAgain)}>
        {t('result.again')}
      </Button>
    </div>
  )
}
