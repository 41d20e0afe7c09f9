// The player's deposit limits: what is left of them, pending changes, and the form that changes them.
import { useStore } from '@nanostores/react'
import { type ReactElement, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAmount } from '../../../i18n/amount.ts'
import { formatDateTime, formatMoney } from '../../../i18n/format.ts'
import type { DepositLimit, LimitsBody, LimitWindow } from '../../../protocol/limits.ts'
import { $limits, type LimitsOutcome, saveLimits } from '../../../stores/account/limits.ts'
import { openLogin } from '../../../stores/kernel/modals.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { island } from '../../island.tsx'
import { LimitFields, type LimitInputs, NO_INPUTS, RemainingLimits } from '../../payments/Limits.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './protection.module.css'

const NONE: readonly DepositLimit[] = []

/** Formats an amount as it is typed: $50 is 50, $12.50 is 12.50. */
function typed(amount: number | null): string {
  if (amount === null) return ''
  return amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2)
}

function inputsOf(limits: readonly DepositLimit[]): LimitInputs {
  return { ...NO_INPUTS, ...Object.fromEntries(limits.map(({ window, amount }) => [window, typed(amount)])) }
}

/** Returns the limits that the form changes; an emptied field lifts its limit. */
function changesOf(inputs: LimitInputs, limits: readonly DepositLimit[]): LimitsBody {
  return Object.fromEntries(
    limits.flatMap(({ window, amount }) => {
      const wished = readAmount(inputs[window])
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
  const [inputs, setInputs] = useState(() => inputsOf(limits))
  const inForce = JSON.stringify(limits.map(({ amount, pending }) => [amount, pending]))
  // When the limits in force change, the fields show them and drop what was typed.
  const [shown, setShown] = useState(inForce)
  if (shown !== inForce) {
    setShown(inForce)
    setInputs(inputsOf(limits))
  }
  const [saving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<LimitsOutcome | 'same' | null>(null)

  const send = async (body: LimitsBody): Promise<void> => {
    setSaving(true)
    const became = await saveLimits(body)
    setOutcome(became)
    setSaving(false)
    if (became === 'kept') setInputs(inputsOf($limits.get()?.limits ?? limits))
  }
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isGuest) {
      openLogin()
      return
    }
    const body = changesOf(inputs, limits)
    if (Object.keys(body).length === 0) setOutcome('same')
    else await send(body)
  }

  return (
    <form className={styles.tool} onSubmit={save} noValidate aria-label={t('deposit:limits.title')}>
      <RemainingLimits />
      <LimitFields inputs={inputs} onInputs={setInputs} disabled={waits} />
      <Button type="submit" disabled={waits} loading={saving}>
        {t('deposit:limits.save')}
      </Button>
      <PendingChanges limits={limits} onKeep={(window, amount) => void send({ [window]: amount })} />
      <p className={styles.fault} role="status">
        {outcome === 'failed' ? <span>{t('failed')}</span> : null}
        {outcome === 'same' ? <span>{t('limits.same')}</span> : null}
      </p>
    </form>
  )
}

interface PendingChangesProps {
  readonly limits: readonly DepositLimit[]
  readonly onKeep: (window: LimitWindow, amount: number | null) => void
}

/** Lists the raised or lifted limits that are pending, each with the button that cancels the change. */
function PendingChanges({ limits, onKeep }: PendingChangesProps): ReactElement | null {
  const { t } = useTranslation(['protection', 'deposit'])
  const waiting = limits.flatMap(({ window, amount, pending }) =>
    pending === null || amount === null ? [] : [{ window, amount, next: pending.amount, at: pending.at }],
  )
  if (waiting.length === 0) return null
  return (
    <ul className={styles.waiting}>
      {waiting.map(({ window, amount, next, at }) => {
        const words = { window: t(`deposit:limits.field.${window}`), date: formatDateTime(at) }
        return (
          <li key={window}>
            <Icon name="clock" size={16} className={styles.pendingIcon} />
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
