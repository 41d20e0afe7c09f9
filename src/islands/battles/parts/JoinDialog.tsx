// The confirmation before a seat of a battle is taken: which part of it, its price, and the balance after it.
import { useStore } from '@nanostores/react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BATTLE_PART_PERCENT } from '../../../game/base/economy.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { BattleCard } from '../../../protocol/battle.ts'
import { joinBattle, type MoveOutcome, seatPrice } from '../../../stores/battles/battle-join.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Slider } from '../../ui/controls/Slider.tsx'
import { singlePress } from '../../ui/controls/single-click.ts'
import { TopUpButton } from '../../ui/controls/TopUpButton.tsx'
import { Alert } from '../../ui/messages/Alert.tsx'
import { Dialog } from '../../ui/messages/Dialog.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { FormatPicture } from './FormatPicture.tsx'
import styles from './join-dialog.module.css'
import { ModeName } from './ModeName.tsx'
import { modeText } from './words.ts'

/** A free seat that a player wants. */
export interface WantedSeat {
  readonly battle: Pick<BattleCard, 'id' | 'format' | 'mode' | 'crazy' | 'price' | 'fund'>
  readonly slot: number
}

interface JoinDialogProps {
  /** Null closes the dialog. */
  readonly wanted: WantedSeat | null
  onClose(): void
  /** Is called when the seat is taken. */
  onJoined(outcome: Extract<MoveOutcome, { kind: 'done' }>): void
}

export function JoinDialog({ wanted, onClose, onJoined }: JoinDialogProps): ReactElement {
  const { t } = useTranslation('battleParts')
  return (
    <Dialog open={wanted !== null} onClose={onClose} label={t('join.title')}>
      {wanted === null ? null : <Confirmation {...wanted} onJoined={onJoined} />}
    </Dialog>
  )
}

function Confirmation({ battle, slot, onJoined }: WantedSeat & Pick<JoinDialogProps, 'onJoined'>): ReactElement {
  const { t } = useTranslation('battleParts')
  const state = useStore($user)
  const [percent, setPercent] = useState<number>(BATTLE_PART_PERCENT.most)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<MoveOutcome | null>(null)
  const pays = seatPrice(battle, percent)
  const balance = state.status === 'authorised' ? state.user.balance : 0
  const { least, most, step } = BATTLE_PART_PERCENT

  const join = async (): Promise<void> => {
    setBusy(true)
    const next = await joinBattle({ battleId: battle.id, slot, percent, pays })
    setBusy(false)
    setOutcome(next)
    if (next.kind === 'done') onJoined(next)
  }

  return (
    <div className={styles.confirmation}>
      <h2>{t('join.title')}</h2>
      <div className={styles.terms}>
        <ModeName mode={battle.mode} crazy={battle.crazy} size={24} className={styles.mode} />
        <span className={styles.format}>
          <FormatPicture format={battle.format} />
          {battle.format}
        </span>
        <span>{t('join.seat', { slot })}</span>
      </div>
      <p className={styles.how}>{modeText(t, battle)}</p>
      {battle.fund > 0 ? <p>{t('join.funded', { percent: battle.fund })}</p> : null}
      <Slider
        label={t('join.part')}
        value={percent}
        min={Math.max(least, battle.fund)}
        max={most}
        step={step}
        format={(part) => `${part}%`}
        onChange={setPercent}
        disabled={isBusy || battle.fund === most}
      />
      <p className={styles.house}>{percent < most ? t('join.house', { rest: most - percent }) : t('join.text')}</p>
      <dl className={styles.sums}>
        <dt>{t('join.pays')}</dt>
        <dd>
          <Price cents={pays} />
        </dd>
        <dt>{t('join.after')}</dt>
        <dd>
          <Price cents={Math.max(0, balance - pays)} />
        </dd>
      </dl>
      {outcome === null || outcome.kind === 'done' || outcome.kind === 'signed-out' ? null : (
        <Alert text={outcome.kind === 'refused' ? outcome.message : t('join.failed')} />
      )}
      <JoinButton pays={pays} balance={balance} isBusy={isBusy} onJoin={() => void join()} />
    </div>
  )
}

interface JoinButtonProps {
  readonly pays: number
  readonly balance: number
  readonly isBusy: boolean
  onJoin(): void
}

function JoinButton({ pays, balance, isBusy, onJoin }: JoinButtonProps): ReactElement {
  const { t } = useTranslation('battleParts')
  const missing = pays - balance
  if (missing > 0 && !isBusy) {
    return (
      <>
        <p role="status">{t('join.missing', { missing: formatMoney(missing) })}</p>
        <TopUpButton cents={missing}>{t('join.short', { missing: formatMoney(missing) })}</TopUpButton>
      </>
    )
  }
  return (
    <Button tone="signal" size="l" loading={isBusy} {...singlePress(onJoin)}>
      {pays === 0 ? t('join.free') : t('join.action', { price: formatMoney(pays) })}
    </Button>
  )
}
