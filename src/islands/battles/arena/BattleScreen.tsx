// The page of a battle: its head, its cases, what happens now, the seats, and what can be done.
import { useStore } from '@nanostores/react'
import { type ReactElement, Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BattleCard, BattleView } from '../../../protocol/battle.ts'
import { $battle, enterBattle, ownSeat, putBattle, readBattle } from '../../../stores/battles/battle.ts'
import { $asking, addBot } from '../../../stores/battles/battle-moves.ts'
import { watchOverdue } from '../../../stores/battles/battle-overdue.ts'
import { $drawn, $moment, type Draw, retryDraw, startReplay, watchShow } from '../../../stores/battles/battle-show.ts'
import { loadPart } from '../../../stores/kernel/load-part.ts'
import { openLogin } from '../../../stores/kernel/modals.ts'
import { toast } from '../../../stores/kernel/toasts.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { island } from '../../island.tsx'
import { latePart } from '../../late-part.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { arenaOf, isDecided, type Shown } from '../parts/arena.ts'
import { REPLAY_HASH } from '../parts/replay-path.ts'
import { Stage } from '../stage/Stage.tsx'
import { Announcer } from './Announcer.tsx'
import { Controls } from './Controls.tsx'
import { Facts, Head } from './Head.tsx'
import { keepFocus } from './keep-focus.ts'
import { NotDrawn, Results } from './Results.tsx'
import { Rounds } from './Rounds.tsx'
import { StatusBar } from './StatusBar.tsx'
import styles from './screen.module.css'

const JoinDialog = latePart(() => import('../parts/JoinDialog.tsx'), 'JoinDialog')

const draw: Draw = async (battle) => (await loadPart(() => import('./draw.ts'))).drawHere(battle)

export interface BattleScreenProps {
  /** The battle as everyone sees it, when the document was made. */
  readonly card: BattleCard
}

function BattleScreenView({ card }: BattleScreenProps): ReactElement {
  const { t } = useTranslation('battle')
  const state = useStore($battle, { ssr: 'initial' })
  useEffect(() => {
    const stops = [enterBattle(card.id), watchShow(draw), watchOverdue()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [card.id])
  if (state.status === 'unknown') {
    return (
      <EmptyState icon="battles" title={t('unknown.title')} text={t('unknown.text')}>
        <Button href="/battles">{t('unknown.action')}</Button>
      </EmptyState>
    )
  }
  if (state.status === 'failed') return <EmptyState icon="alert" text={t('failed')} onRetry={() => void readBattle()} />
  return <Arena card={card} view={state.status === 'ready' ? state.battle : null} />
}

/** Returns what was drawn and the moment that is shown of it; null before. */
function useShown(id: string): Shown | null {
  const known = useStore($drawn, { ssr: 'initial' })
  const moment = useStore($moment, { ssr: 'initial' })
  const drawn = known !== null && known !== 'failed' && known.id === id ? known.drawn : null
  return useMemo(() => (drawn === null || moment === null ? null : { drawn, moment }), [drawn, moment])
}

/** Plays a battle again that is over when it is first shown, where the address asks for it; before its result is painted. */
function useReplayOfAddress(shown: Shown | null): void {
  const step = shown?.moment.step
  const [isFirst, setFirst] = useState(true)
  useLayoutEffect(() => {
    if (!isFirst || step === undefined) return
    setFirst(false)
    if (step === 'over' && location.hash === REPLAY_HASH) startReplay()
  }, [isFirst, step])
}

function Arena({ card, view }: { readonly card: BattleCard; readonly view: BattleView | null }): ReactElement {
  const battle = view ?? card
  const shown = useShown(battle.id)
  const hasFailed = useStore($drawn, { ssr: 'initial' }) === 'failed'
  useReplayOfAddress(shown)
  const arena = useMemo(() => arenaOf(battle, shown), [battle, shown])
  const [wanted, setWanted] = useState<number | null>(null)
  const actions = useSeatActions(view, setWanted)
  const isOver = isDecided(shown?.moment)
  // What is below the stage follows the winner in tasks of its own.
  const isOverBelow = useDeferredValue(isOver) && isOver
  // The part that draws is there when the secret is.
  const isLocked = battle.state === 'locked'
  useEffect(() => {
    if (isLocked) loadPart(() => import('./draw.ts')).catch(() => undefined)
  }, [isLocked])
  return (
    <div className={styles.screen}>
      <Head battle={battle} view={view} />
      <div className={styles.cases}>
        <Rounds battle={battle} round={isOver ? null : arena.round} />
        <Facts battle={battle} arena={arena} isPlayed={shown !== null} />
      </div>
      <StatusBar battle={battle} view={view} arena={arena} shown={shown} />
      {hasFailed && view !== null && <NotDrawn battle={view} onRetry={() => retryDraw(draw)} />}
      <Stage battle={battle} view={view} arena={arena} shown={shown} actions={actions} />
      {view === null ? (
        <div className={styles.unread} />
      ) : (
        <Suspense fallback={<div className={styles.unread} />}>
          <Controls battle={view} isOver={isOverBelow} />
        </Suspense>
      )}
      {isOverBelow && shown !== null && view !== null && <Results battle={view} arena={arena} drawn={shown.drawn} />}
      {view !== null && wanted !== null && (
        <Suspense>
          <JoinDialog
            wanted={{ battle: view, slot: wanted }}
            onClose={() => setWanted(null)}
            onJoined={({ reply }) => {
              setWanted(null)
              putBattle(reply.battle)
              keepFocus()
            }}
          />
        </Suspense>
      )}
      <Announcer
        battle={battle}
        arena={arena}
        shown={shown}
        hasRematch={isOver && view !== null && view.rematch !== null}
      />
    </div>
  )
}

/** Returns what can be done with free seats. Guests are asked to sign in. */
function useSeatActions(view: BattleView | null, onWanted: (slot: number) => void) {
  const { t } = useTranslation('battle')
  const user = useStore($user, { ssr: 'initial' })
  const asking = useStore($asking, { ssr: 'initial' })
  const isOpen = view?.state === 'open'
  const add = async (slot: number): Promise<void> => {
    if ((await addBot(slot)) === 'failed') toast('error', t('action.noAnswer'))
    keepFocus()
  }
  return {
    canJoin: isOpen && ownSeat(view) === undefined,
    canAddBot: isOpen && view.ownBattle,
    addingBot: typeof asking === 'object' && asking !== null ? asking.bot : null,
    onJoin: (slot: number) => (user.status === 'guest' ? openLogin() : onWanted(slot)),
    onAddBot: (slot: number) => void add(slot),
  }
}

export const BattleScreen = island(BattleScreenView)
