// What can be done with a battle in its state: leave or cancel it while it is open, share it, play it again afterwards.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { BattleView } from '../../../protocol/battle.ts'
import { ownSeat } from '../../../stores/battles/battle.ts'
import { seatPrice } from '../../../stores/battles/battle-join.ts'
import {
  $asking,
  cancelBattle,
  fillWithBots,
  freeSlots,
  leaveBattle,
  type MoveResult,
} from '../../../stores/battles/battle-moves.ts'
import { $clock } from '../../../stores/battles/battle-show.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { openShareOfPage } from '../../../stores/sharing/share-dialog.ts'
import { latePart } from '../../late-part.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { singlePress } from '../../ui/controls/single-click.ts'
import { BotLine } from './BotLine.tsx'
import styles from './controls.module.css'
import { keepFocus } from './keep-focus.ts'
import { ReplayButton } from './OverAction.tsx'

const Replay = latePart(() => import('./Replay.tsx'), 'Replay')

interface ControlsProps {
  readonly battle: BattleView
  /** Whether the result is shown. */
  readonly isOver: boolean
}

export function Controls({ battle, isOver }: ControlsProps): ReactElement {
  const { t } = useTranslation('battle')
  const clock = useStore($clock, { ssr: 'initial' })
  const isSeated = ownSeat(battle) !== undefined
  const hasEnded = battle.state === 'cancelled' || battle.state === 'expired'
  if (clock.kind === 'replay') return <Replay battle={battle} />
  return (
    <section className={styles.controls} aria-label={t('controls')}>
      <div className={styles.row}>
        {battle.state === 'open' && <OpenActions battle={battle} />}
        {isOver && <OverActions battle={battle} isSeated={isSeated} />}
        {hasEnded && (
          <>
            <AgainLink battle={battle} />
            <Button href="/battles">{t('unknown.action')}</Button>
          </>
        )}
      </div>
      {battle.state === 'open' && battle.ownBattle && <BotLine />}
    </section>
  )
}

function ShareLink({ battle }: Pick<ControlsProps, 'battle'>): ReactElement {
  const { t } = useTranslation('battle')
  const words = { title: t('shareTitle'), text: t('shareText') }
  return (
    <Button icon="share" aria-haspopup="dialog" onClick={() => openShareOfPage(`/battles/${battle.id}`, words)}>
      {t('action.share')}
    </Button>
  )
}

/** Copies the link of the battle; where the browser does not allow it, the dialog shows the link. */
function CopyLinkButton({ battle }: Pick<ControlsProps, 'battle'>): ReactElement {
  const { t } = useTranslation('battle')
  return (
    <CopyButton
      text={`${location.origin}/battles/${battle.id}`}
      icon="link"
      label={t('action.copy')}
      copied={t('action.copied')}
      onRefused={() => openShareOfPage(`/battles/${battle.id}`, { title: t('shareTitle'), text: t('shareText') })}
    />
  )
}

/** Renders the link to a battle of the same cases. */
function AgainLink({ battle }: Pick<ControlsProps, 'battle'>): ReactElement {
  const { t } = useTranslation('battle')
  return (
    <Button icon="refresh" href={`/battles/new?from=${battle.id}`}>
      {t('action.again')}
    </Button>
  )
}

function OpenActions({ battle }: Pick<ControlsProps, 'battle'>): ReactElement {
  const { t } = useTranslation('battle')
  const asking = useStore($asking, { ssr: 'initial' })
  const own = ownSeat(battle)
  const say = (result: MoveResult): void => {
    if (result === 'failed') toast('error', t('action.noAnswer'))
  }
  return (
    <>
      {battle.ownBattle && freeSlots(battle).length > 1 && (
        <Button
          icon="bot"
          loading={typeof asking === 'object' && asking !== null}
          {...singlePress(() => void fillWithBots().then(say).then(keepFocus))}
        >
          {t('action.fill')}
        </Button>
      )}
      <CopyLinkButton battle={battle} />
      <ShareLink battle={battle} />
      {battle.ownBattle ? (
        <Button
          tone="ghost"
          icon="close"
          loading={asking === 'cancel'}
          {...singlePress(() => void cancelBattle().then(say))}
        >
          {t('action.cancel')}
        </Button>
      ) : (
        own !== undefined && (
          <Button
            tone="ghost"
            icon="logout"
            loading={asking === 'leave'}
            title={t('action.leaveHint', { price: formatMoney(seatPrice(battle, own.percent)) })}
            {...singlePress(() => void leaveBattle().then(say))}
          >
            {t('action.leave')}
          </Button>
        )
      )}
    </>
  )
}

/** Renders what follows a result beside the main action, which is in the status bar (OverAction.tsx). */
function OverActions({ battle, isSeated }: { readonly battle: BattleView; readonly isSeated: boolean }): ReactElement {
  const { t } = useTranslation('battle')
  return (
    <>
      <AgainLink battle={battle} />
      {isSeated && <ReplayButton />}
      <ShareLink battle={battle} />
      <Button icon="shield" href={`/fairness?battle=${battle.id}`}>
        {t('action.proof')}
      </Button>
    </>
  )
}
