// One line below the cases that says what happens now: who is waited for, which round decides, which case is opened, who has won.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { BATTLE_FORMATS } from '../../../game/battles/battle.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { BattleCard, BattleView } from '../../../protocol/battle.ts'
import { ownSeat } from '../../../stores/battles/battle.ts'
import { $clock, $drawn, skipShow } from '../../../stores/battles/battle-show.ts'
import { scrollToStage } from '../../games/parts/scroll-to-stage.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { singlePress } from '../../ui/controls/single-click.ts'
import { type Arena, isDecided, type Shown } from '../parts/arena.ts'
import { Emotes } from '../stage/Emotes.tsx'
import { useLeadSeconds } from '../stage/use-lead-seconds.ts'
import { OverAction } from './OverAction.tsx'
import styles from './status-bar.module.css'
import { useResult } from './use-result.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

interface StatusProps {
  readonly battle: BattleCard
  readonly view: BattleView | null
  readonly arena: Arena
  readonly shown: Shown | null
}

export function StatusBar(props: StatusProps): ReactElement {
  const { t } = useTranslation('battle')
  const { battle, view, shown } = props
  const hasEnded = battle.state === 'cancelled' || battle.state === 'expired'
  const clock = useStore($clock, { ssr: 'initial' })
  const isReplay = clock.kind === 'replay'
  // A replay is this player's alone: the others would see an emote out of place.
  const canEmote = ownSeat(battle) !== undefined && !hasEnded && !isReplay
  const bar = useRef<HTMLDivElement>(null)
  const isBegun = shown?.moment.step === 'lead'
  // The stage and, below it, the controls of the replay. What begins takes the whole screen: the shell above it scrolls away.
  useEffect(() => {
    if (isReplay || isBegun) scrollToStage(bar.current, 'start')
  }, [isReplay, isBegun])
  const canSkip = shown !== null && shown.moment.step !== 'over' && shown.moment.step !== 'winner'
  return (
    <div ref={bar} id="battle-status" tabIndex={-1} className={styles.bar} data-step={shown?.moment.step}>
      <div className={styles.words}>
        <Status {...props} />
      </div>
      {canSkip && (
        <Button icon="step-next" className={styles.skip} title={t('action.skipHint')} {...singlePress(skipShow)}>
          <span className={styles.skipWords}>{t('action.skip')}</span>
        </Button>
      )}
      {view !== null && isDecided(shown?.moment) && !isReplay && <OverAction battle={view} />}
      {/* Last, so that they stay where they are when a button appears. */}
      {canEmote && <Emotes />}
    </div>
  )
}

interface LineProps {
  readonly children: string
  /** Shown after the line, in the same row. */
  readonly beside?: ReactElement | false
  readonly hint?: string | undefined
}

/** Renders a main line and what explains it. */
function Line({ children, beside, hint }: LineProps): ReactElement {
  return (
    <>
      <p className={styles.main}>
        <span>{children}</span>
        {beside}
      </p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </>
  )
}

function Status({ battle, view, arena, shown }: StatusProps): ReactElement | null {
  const { t } = useTranslation('battle')
  switch (battle.state) {
    case 'open':
      return <Open battle={battle} />
    case 'locked':
      return view === null ? null : <Locked view={view} />
    case 'cancelled':
    case 'expired':
      return <Line hint={t(`status.${battle.endedBy ?? 'time'}`)}>{t('status.over')}</Line>
    case 'drawn':
    case 'settled':
      return shown === null || view === null ? <Computing /> : <Playing view={view} arena={arena} shown={shown} />
  }
}

function Open({ battle }: Pick<StatusProps, 'battle'>): ReactElement {
  const { t } = useTranslation('battle')
  const free = BATTLE_FORMATS[battle.format].seats - battle.seats.length
  return (
    <Line
      hint={battle.isPrivate ? t('status.private') : t('status.refund')}
      beside={
        <span className={styles.beside}>
          {t('status.expires')} <Countdown untilMs={battle.expiresAt} />
        </span>
      }
    >
      {t('status.open', { count: free })}
    </Line>
  )
}

/** Counts down to the randomness of the battle, and says what is waited for when it is late. */
function Locked({ view }: { readonly view: BattleView }): ReactElement {
  const { t } = useTranslation('battle')
  const drawAt = view.locks.at(-1)?.drawAt ?? 0
  const seconds = useSecondsLeft(drawAt)
  const isLate = useSecondsLeft(drawAt + LATE_MS) === 0
  const { randomness } = view
  if (randomness.source === 'seed') {
    return (
      <Line hint={t('fair.sandbox')}>{seconds > 0 ? t('status.seed', { count: seconds }) : t('status.drawing')}</Line>
    )
  }
  const round = randomness.round ?? 0
  if (isLate) return <Line hint={t('status.lateText')}>{t('status.late', { round })}</Line>
  return (
    <Line hint={t('fair.locked')}>
      {seconds > 0 ? t('status.beacon', { round, count: seconds }) : t('status.drawing')}
    </Line>
  )
}

/** After this time without its round the beacon is late. */
const LATE_MS = 4_000

function Computing(): ReactElement | null {
  const { t } = useTranslation('battle')
  return $drawn.get() === 'failed' ? null : <Line>{t('status.computing')}</Line>
}

interface PlayingProps {
  readonly view: BattleView
  readonly arena: Arena
  readonly shown: Shown
}

function Playing({ view, arena, shown }: PlayingProps): ReactElement {
  const { t, i18n } = useTranslation('battle')
  const { moment, drawn } = shown
  switch (moment.step) {
    case 'lead':
      return <Lead view={view} />
    case 'reels':
    case 'items': {
      const { round } = moment
      const rounds = view.rounds.length
      const box = view.rounds[round - 1]
      const decides = view.mode === 'terminal' && round === rounds
      return (
        <Line
          hint={box === undefined ? '' : `${box.name[i18n.language as Language]} · ${formatMoney(box.price)}`}
          beside={decides && <span className={styles.decides}>{t('status.last')}</span>}
        >
          {t('status.round', { round, rounds })}
        </Line>
      )
    }
    case 'draw':
      return <Line>{t(view.mode === 'jackpot' ? 'status.jackpot' : 'status.tie')}</Line>
    case 'winner':
    case 'over':
      return <Decided view={view} arena={arena} potCents={drawn.result.potCents} />
  }
}

interface DecidedProps {
  readonly view: BattleView
  readonly arena: Arena
  readonly potCents: number
}

/** Says who gets what; first what this page's player gets. */
function Decided({ view, arena, potCents }: DecidedProps): ReactElement {
  const { main, hint, tie } = useResult()(view, arena, potCents)
  return (
    <Line hint={hint} beside={tie !== undefined && <span className={styles.decides}>{tie}</span>}>
      {main}
    </Line>
  )
}

/** Counts down to the first round, by the time of the show: a replay has one of its own. */
function Lead({ view }: { readonly view: BattleView }): ReactElement {
  const { t } = useTranslation('battle')
  const seconds = useLeadSeconds(view)
  return <Line hint={t('status.locked')}>{t('status.lead', { count: seconds })}</Line>
}
