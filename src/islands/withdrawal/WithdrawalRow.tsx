// One withdrawal: its item and price, its state, and the actions that it offers.
import { useStore } from '@nanostores/react'
import type { TFunction } from 'i18next'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { displayName, itemName } from '../../game/catalogue/display-name.ts'
import { formatDate } from '../../i18n/format.ts'
import type { Withdrawal } from '../../protocol/withdrawal.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { $openLetters } from '../../stores/letters/letters.ts'
import { beginReplacing } from '../../stores/withdrawal/replacements.ts'
import { takeBackItem, type WithdrawalOutcome } from '../../stores/withdrawal/withdrawals.ts'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ItemPicture } from '../ui/items/ItemPicture.tsx'
import light from '../ui/items/rarity-light.module.css'
import { Price } from '../ui/money/Price.tsx'
import { WaitWords } from '../waiting/WaitWords.tsx'
import { PayDifference } from './PayDifference.tsx'
import { isHeldBack, stepsDone, timeLeft, toneOf, waitsUntil } from './progress.ts'
import { Steps } from './Steps.tsx'
import { useNow } from './use-now.ts'
import styles from './withdrawals.module.css'

export function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }): ReactElement {
  const { i18n } = useTranslation('withdrawal')
  const { item, price, state, requested_at } = withdrawal
  const { weapon, finish } = displayName(item, i18n.language as Language)
  const behind = stepsDone(state)
  return (
    <li className={styles.row} data-tone={toneOf(state)}>
      <div className={classes(light.lit, styles.picture)} data-rarity={item.rarity}>
        <ItemPicture item={item} size="s" />
      </div>
      <div className={styles.summary} data-rarity={item.rarity}>
        <p className={styles.weapon}>{weapon}</p>
        <p className={styles.finish}>{finish}</p>
        <p className={styles.facts}>
          <Price cents={price} />
          <time dateTime={new Date(requested_at).toISOString()}>{formatDate(requested_at)}</time>
        </p>
      </div>
      <div className={styles.status}>
        <p className={styles.state}>
          <State withdrawal={withdrawal} />
        </p>
        <p className={styles.hint}>
          <Hint withdrawal={withdrawal} />
        </p>
        {behind === null ? null : <Steps behind={behind} />}
        <WriteLink withdrawal={withdrawal} />
      </div>
      <RowActions withdrawal={withdrawal} />
    </li>
  )
}

function State({ withdrawal }: { withdrawal: Withdrawal }): ReactElement {
  const { t } = useTranslation('withdrawal')
  const { state, reason, wait } = withdrawal
  if (isHeldBack(state, wait)) return <span>{t('waiting')}</span>
  return <span>{reason === 'price-rise' ? t('priceRisen') : t(`state.${state}`)}</span>
}

/** Says how a withdrawal ended. */
function endWords(state: Withdrawal['state'], reason: Withdrawal['reason'], t: TFunction<'withdrawal'>): string {
  if (state === 'done' || state === 'reversed' || state === 'replaced' || state === 'returned')
    return t(`hint.${state}`)
  return t(`reason.${reason === null || reason === 'price-rise' ? 'declined' : reason}`)
}

/** Explains the state, with the time left of a wait. */
function Hint({ withdrawal }: { withdrawal: Withdrawal }): ReactElement {
  const { t, i18n } = useTranslation('withdrawal')
  const nowMs = useNow()
  const { state, reason, refusal, wait } = withdrawal
  const untilMs = waitsUntil(withdrawal)
  const left = untilMs === null ? null : timeLeft(untilMs, nowMs)
  if (wait === null && refusal !== null) {
    return (
      <>
        <span>{refusal[i18n.language as Language]}</span> <span>{t('returnedHere')}</span>
      </>
    )
  }
  if (wait === null) return <span>{endWords(state, reason, t)}</span>
  return (
    <>
      <WaitWords wait={wait} />
      {left === null ? null : <strong> {t(`left.${left.unit}`, { count: left.count })}</strong>}
    </>
  )
}

/** States in which a withdrawal has ended well: there is nothing to write about but in a general letter. */
const ENDED_WELL: readonly Withdrawal['state'][] = ['done', 'replaced', 'returned']

/** Leads to the letter about a withdrawal: to answer the shop, to appeal once against a refusal, or to write. */
function WriteLink({ withdrawal: { id, item, state } }: { withdrawal: Withdrawal }): ReactElement | null {
  const { t, i18n } = useTranslation('withdrawal')
  const letter = useStore($openLetters).get(id)
  const way = letter?.state === 'answered' ? 'answer' : state === 'refused' && letter === undefined ? 'appeal' : 'write'
  const appeal = way === 'appeal' ? '&appeal' : ''
  if (ENDED_WELL.includes(state) && letter === undefined) return null
  return (
    <p className={styles.write}>
      <a
        href={`/dashboard?tab=letters&about=withdrawal:${id}${appeal}`}
        data-way={way}
        aria-label={t(`ways.${way}Item`, { item: itemName(item, i18n.language as Language) })}
      >
        <Icon name="letter" size={16} />
        <span>{t(`ways.${way}`)}</span>
      </a>
    </p>
  )
}

function RowActions({ withdrawal }: { withdrawal: Withdrawal }): ReactElement | null {
  const { t, i18n } = useTranslation('withdrawal')
  const [isBusy, setBusy] = useState(false)
  const { state, reason, item, item_id, offer_url } = withdrawal
  const item_name = itemName(item, i18n.language as Language)

  const showOutcome = (asked: WithdrawalOutcome): void => {
    if (asked.kind === 'failed') toast('error', t('askFailed'))
    else toast(asked.kind === 'done' ? 'success' : 'error', asked.message)
  }
  const back = async (): Promise<void> => {
    setBusy(true)
    showOutcome(await takeBackItem(item_id))
    setBusy(false)
  }

  if (state === 'unavailable') {
    return (
      <div className={styles.actions}>
        <Button
          tone="signal"
          aria-haspopup="dialog"
          aria-label={t('ways.replaceItem', { item: item_name })}
          onClick={() => beginReplacing(withdrawal)}
        >
          {t('ways.replace')}
        </Button>
        {reason === 'price-rise' ? <PayDifference itemId={item_id} item={item_name} onOutcome={showOutcome} /> : null}
        <Button loading={isBusy} aria-label={t('ways.backItem', { item: item_name })} onClick={() => void back()}>
          {t('ways.back')}
        </Button>
      </div>
    )
  }
  if (offer_url === null) return null
  const isWaiting = state === 'sent'
  return (
    <div className={styles.actions}>
      <Button
        tone={isWaiting ? 'signal' : 'ghost'}
        icon="external"
        href={offer_url}
        aria-label={t(isWaiting ? 'ways.acceptItem' : 'ways.openItem', { item: item_name })}
      >
        {t(isWaiting ? 'ways.accept' : 'ways.open')}
      </Button>
    </div>
  )
}
