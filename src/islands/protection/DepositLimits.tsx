// The player's deposit limits: what they are, what they leave, what waits, and the form that changes them.
import { useStore } from '@nanostores/react'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DepositLimit, LimitsBody, LimitWindow } from '../../contract/limits.ts'
import { readAmount } from '../../i18n/amount.ts'
import { formatMoney } from '../../i18n/format.ts'
import { $limits, type LimitsOutcome, saveLimits } from '../../stores/limits.ts'
import { openLogin } from '../../stores/modals.ts'
import { $user } from '../../stores/user.ts'
import { Left, LimitFields, type LimitWish, NO_WISH } from '../deposit/Limits.tsx'
import { island } from '../island.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './protection.module.css'
import { momentText } from './words.ts'

const NONE: readonly DepositLimit[] = []

/** An amount as it is typed: $50 is 50, $12.50 is 12.50. */
function typed(amount: number | null): string {
  if (amount === null) return ''
  return amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2)
}

function wishOf(limits: readonly DepositLimit[]): LimitWish {
  return { ...NO_WISH, ...Object.fromEntries(limits.map(({ window, amount }) => [window, typed(amount)])) }
}

/** What is asked for otherwise than it is; an emptied field lifts its limit. */
function changesOf(wish: LimitWish, limits: readonly DepositLimit[]): LimitsBody {
  return Object.fromEntries(
    limits.flatMap(({ window, amount }) => {
      const wished = readAmount(wish[window])
      return wished === amount ? [] : [[window, wished]]
    }),
  )
}

function DepositLimitsView(): ReactElement {
  const { status } = useStore($user, { ssr: 'initial' })
  const known = useStore($limits, { ssr: 'initial' })
  const limits = known?.limits ?? NONE
  const waits = status === 'unknown' || (status === 'authorised' && known === null)
  return <Form limits={limits} waits={waits} isGuest={status === 'guest'} />
}

interface FormProps {
  readonly limits: readonly DepositLimit[]
  readonly waits: boolean
  readonly isGuest: boolean
}

function Form({ limits, waits, isGuest }: FormProps): ReactElement {
  const { t } = useTranslation(['protection', 'deposit'])
  const [wish, setWish] = useState(() => wishOf(limits))
  const inForce = JSON.stringify(limits.map(({ amount, pending }) => [amount, pending]))
  // The fields show what is in force, whenever that has changed; what is typed meanwhile gives way to it.
  const [shown, setShown] = useState(inForce)
  if (shown !== inForce) {
    setShown(inForce)
    setWish(wishOf(limits))
  }
  const [saving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<LimitsOutcome | 'same' | null>(null)

  const send = async (body: LimitsBody): Promise<void> => {
    setSaving(true)
    const became = await saveLimits(body)
    setOutcome(became)
    setSaving(false)
    if (became === 'kept') setWish(wishOf($limits.get()?.limits ?? limits))
  }
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isGuest) {
      openLogin()
      return
    }
    const body = changesOf(wish, limits)
    if (Object.keys(body).length === 0) setOutcome('same')
    else await send(body)
  }

  return (
    <form className={styles.tool} onSubmit={save} noValidate aria-label={t('deposit:limits.title')}>
      <Left />
      <LimitFields wish={wish} onWish={setWish} disabled={waits} />
      <Button type="submit" disabled={waits} loading={saving}>
        {t('deposit:limits.save')}
      </Button>
      <Waiting limits={limits} onKeep={(window, amount) => void send({ [window]: amount })} />
      <p className={styles.fault} role="status">
        {outcome === 'failed' ? t('failed') : null}
        {outcome === 'same' ? t('limits.same') : null}
      </p>
    </form>
  )
}

interface WaitingProps {
  readonly limits: readonly DepositLimit[]
  readonly onKeep: (window: LimitWindow, amount: number | null) => void
}

/** What was raised or lifted and waits for its day, and the way to take that back. */
function Waiting({ limits, onKeep }: WaitingProps): ReactElement | null {
  const { t } = useTranslation(['protection', 'deposit'])
  const waiting = limits.flatMap(({ window, amount, pending }) =>
    pending === null || amount === null ? [] : [{ window, amount, next: pending.amount, at: pending.at }],
  )
  if (waiting.length === 0) return null
  return (
    <ul className={styles.waiting}>
      {waiting.map(({ window, amount, next, at }) => {
        const words = { window: t(`deposit:limits.field.${window}`), date: momentText(at) }
        return (
          <li key={window}>
            <Icon name="clock" size={16} className={styles.waits} />
            <span>
              {next === null ? t('limits.lifted', words) : t('limits.raised', { ...words, amount: formatMoney(next) })}
            </span>
            <Button tone="ghost" onClick={() => onKeep(window, amount)}>
              {t('limits.keep', { amount: formatMoney(amount) })}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

export const DepositLimits = island(DepositLimitsView)
