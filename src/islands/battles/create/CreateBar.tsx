// The price of the battle and the button that makes it; both stay in view.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BATTLE_FUND_DAY } from '../../../game/base/economy.ts'
import { formatMoney, formatShortMoney } from '../../../i18n/format.ts'
import { $cost, $draft, $isOverfunded, $missing, createBattle } from '../../../stores/battles/battle-create.ts'
import { roundsOf, termsOf } from '../../../stores/battles/battle-draft.ts'
import type { MoveOutcome } from '../../../stores/battles/battle-join.ts'
import { openLogin } from '../../../stores/kernel/modals.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { OffButton } from '../../games/parts/OffButton.tsx'
import { useIsOff } from '../../games/parts/use-is-off.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { singlePress } from '../../ui/controls/single-click.ts'
import { TopUpButton } from '../../ui/controls/TopUpButton.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { modeName } from '../parts/words.ts'
import styles from './create-bar.module.css'

interface CreateBarProps {
  /** Shows the cases, while none is chosen. */
  onChooseCases(): void
}

export function CreateBar({ onChooseCases }: CreateBarProps): ReactElement {
  const { t } = useTranslation(['battleNew', 'battleParts'])
  const [outcome, setOutcome] = useState<MoveOutcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isOverfunded = useStore($isOverfunded)

  const create = async (): Promise<void> => {
    if ($user.get().status === 'guest') {
      openLogin()
      return
    }
    setBusy(true)
    const next = await createBattle()
    setOutcome(next)
    // A made battle leaves the page: its button stays busy until then.
    if (next.kind === 'done') location.assign(`/battles/${next.reply.battle.id}`)
    else setBusy(false)
  }

  return (
    <section className={styles.bar} aria-label={t('bar')} data-dock="">
      {isOverfunded ? <Alert text={t('fund.over', { most: formatShortMoney(BATTLE_FUND_DAY) })} /> : null}
      {outcome === null || outcome.kind === 'done' || outcome.kind === 'signed-out' ? null : (
        <Alert text={outcome.kind === 'refused' ? outcome.message : t('battleParts:join.failed')} />
      )}
      <Summary />
      <MainButton isBusy={isBusy} isOff={isOverfunded} onChooseCases={onChooseCases} onCreate={() => void create()} />
    </section>
  )
}

/** Shows the price of a seat, and how the battle is played. */
function Summary(): ReactElement {
  const { t } = useTranslation(['battleNew', 'battleParts'])
  const { t: named } = useTranslation('battleParts')
  const draft = useStore($draft)
  const { seat } = useStore($cost)
  return (
    <p className={styles.summary}>
      <span className={styles.price} role="status">
        <Price cents={seat} className={styles.amount} /> {t('perSeat')}
      </span>
      <a href="#battle-terms" className={styles.how}>
        {draft.format} · {modeName(named, { mode: draft.mode, crazy: termsOf(draft).crazy })} ·{' '}
        {t('battleParts:rounds', { count: roundsOf(draft) })}
      </a>
    </p>
  )
}

interface MainButtonProps extends CreateBarProps {
  readonly isBusy: boolean
  readonly isOff: boolean
  onCreate(): void
}

function MainButton({ isBusy, isOff, onChooseCases, onCreate }: MainButtonProps): ReactElement {
  const { t } = useTranslation(['battleNew', 'battleParts'])
  const draft = useStore($draft)
  const { total } = useStore($cost)
  const missing = useStore($missing)
  const isSwitchedOff = useIsOff('battle')
  if (isSwitchedOff && !isBusy) return <OffButton className={styles.main} />
  if (missing > 0 && !isBusy) {
    return (
      <TopUpButton cents={missing} className={styles.main}>
        {t('battleParts:join.short', { missing: formatMoney(missing) })}
      </TopUpButton>
    )
  }
  const isEmpty = roundsOf(draft) === 0
  return (
    <Button
      tone="signal"
      size="l"
      className={styles.main}
      loading={isBusy}
      disabled={isOff}
      {...singlePress(isEmpty ? onChooseCases : onCreate)}
    >
      {isEmpty ? t('choose') : t('create', { price: formatMoney(total) })}
    </Button>
  )
}
