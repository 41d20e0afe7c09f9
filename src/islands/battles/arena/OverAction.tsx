// The main action once a result is shown, beside its words, so that it is on the first screen: the rematch for who played, the replay for
// who watched.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { BattleView } from '../../../protocol/battle.ts'
import { ownSeat } from '../../../stores/battles/battle.ts'
import { seatPrice } from '../../../stores/battles/battle-join.ts'
import { $asking, makeRematch } from '../../../stores/battles/battle-moves.ts'
import { startReplay } from '../../../stores/battles/battle-show.ts'
import { prepareSounds } from '../../../stores/kernel/sound.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { Button, type ButtonTone } from '../../ui/controls/Button.tsx'
import { singlePress } from '../../ui/controls/single-click.ts'
import styles from './status-bar.module.css'

interface OverActionProps {
  readonly battle: BattleView
}

export function OverAction({ battle }: OverActionProps): ReactElement {
  return ownSeat(battle) === undefined ? <ReplayButton tone="signal" /> : <RematchButton battle={battle} />
}

/** Renders the button that plays the battle again on this page. */
export function ReplayButton({ tone }: { readonly tone?: ButtonTone | undefined }): ReactElement {
  const { t } = useTranslation('battle')
  const replay = (): void => {
    prepareSounds(['whoosh', 'tick', 'land', 'loss', 'win-1', 'win-2', 'win-3'])
    startReplay()
  }
  return (
    <Button tone={tone} icon="play" className={tone && styles.action} onClick={replay}>
      {t('action.replay')}
    </Button>
  )
}

/** Makes the battle again, or leads to the one that another player has made. */
function RematchButton({ battle }: OverActionProps): ReactElement {
  const { t } = useTranslation('battle')
  const asking = useStore($asking, { ssr: 'initial' })
  const user = useStore($user, { ssr: 'initial' })
  if (battle.rematch !== null) {
    return (
      <Button tone="signal" icon="battles" className={styles.action} href={`/battles/${battle.rematch}`}>
        {t('action.rematchJoin')}
      </Button>
    )
  }
  const make = async (): Promise<void> => {
    const made = await makeRematch()
    if (made === 'failed') toast('error', t('action.noAnswer'))
    else if (made !== null) location.assign(`/battles/${made.id}`)
  }
  const price = seatPrice(battle, ownSeat(battle)?.percent ?? 100)
  const isShort = user.status === 'authorised' && user.user.balance < price
  return (
    <Button
      tone="signal"
      icon="battles"
      className={styles.action}
      loading={asking === 'rematch'}
      disabled={isShort}
      title={t('action.rematchHint', { price: formatMoney(price) })}
      {...singlePress(() => void make())}
    >
      {t('action.rematchFor', { price: formatMoney(price) })}
    </Button>
  )
}
