// The controls of a replay: play and pause, rounds, a slider over the whole battle, speeds. Loaded when a replay starts.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roundStartMs } from '../../../game/battles/timeline.ts'
import type { BattleView } from '../../../protocol/battle.ts'
import {
  $clock,
  $moment,
  elapsedMs,
  endReplay,
  REPLAY_SPEEDS,
  type ReplaySpeed,
  seekReplay,
  setReplaySpeed,
  showMs,
  stepReplay,
  toggleReplay,
} from '../../../stores/battles/battle-show.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { isOnPressable, isTyping, useDocumentKeys } from '../../ui/controls/document-keys.ts'
import iconButton from '../../ui/controls/icon-button.module.css'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Slider } from '../../ui/controls/Slider.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { HintLine } from '../../ui/messages/HintLine.tsx'
import { Marked } from '../../ui/messages/Marked.tsx'
import styles from './replay.module.css'

/** How often the slider follows the time, and the steps of its thumb. */
const STEP_MS = 100

const SPEEDS = REPLAY_SPEEDS.map((value) => ({ value, label: `×${value}` }))

const KEY = { key: (words: string): ReactElement => <kbd>{words}</kbd> }

/** Returns the time of the replay, which is looked at ten times a second. */
function useElapsed(battle: BattleView): number {
  const clock = useStore($clock)
  const [atMs, setAtMs] = useState(() => elapsedMs(battle))
  const isPlaying = clock.kind === 'replay' && clock.isPlaying
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each change of the clock
  useEffect(() => {
    const look = (): void => setAtMs(elapsedMs(battle))
    look()
    if (!isPlaying) return
    const timer = setInterval(look, STEP_MS)
    return () => clearInterval(timer)
  }, [battle, clock, isPlaying])
  return atMs
}

/** Returns the round of a time, as a short text: "3/10". */
function roundAt({ fast, rounds }: BattleView, atMs: number): string {
  const begun = rounds.filter((_, place) => roundStartMs(fast, place + 1) <= atMs).length
  return `${begun}/${rounds.length}`
}

export function Replay({ battle }: { readonly battle: BattleView }): ReactElement {
  const { t } = useTranslation('battle')
  const clock = useStore($clock)
  const moment = useStore($moment)
  const atMs = useElapsed(battle)
  useDocumentKeys((event) => {
    if (isTyping(event)) return
    if (event.key === 'Escape') endReplay()
    else if (event.key === 'ArrowLeft') stepReplay(-1)
    else if (event.key === 'ArrowRight') stepReplay(1)
    else if (event.key === ' ' && !isOnPressable(event)) {
      event.preventDefault()
      toggleReplay()
    }
  })
  const isPlaying = clock.kind === 'replay' && clock.isPlaying && moment?.step !== 'over'
  const speed = clock.kind === 'replay' ? clock.speed : 1
  return (
    <section className={styles.replay} aria-label={t('replay.title')}>
      <div className={styles.row}>
        <IconButton icon="step-back" label={t('replay.back')} onClick={() => stepReplay(-1)} />
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={t(isPlaying ? 'replay.pause' : 'replay.play')}
          onClick={toggleReplay}
        />
        <IconButton icon="step-next" label={t('replay.next')} onClick={() => stepReplay(1)} />
        <div className={styles.slider}>
          <Slider
            label={t('replay.round')}
            value={Math.floor(atMs / STEP_MS) * STEP_MS}
            min={0}
            max={showMs(battle)}
            step={STEP_MS}
            format={(value) => roundAt(battle, value)}
            onChange={seekReplay}
          />
        </div>
      </div>
      <div className={styles.row}>
        <Segmented<ReplaySpeed> label={t('replay.speed')} options={SPEEDS} value={speed} onChange={setReplaySpeed} />
        <Button icon="close" onClick={endReplay}>
          {t('replay.end')}
        </Button>
      </div>
      <div className={styles.keys}>
        <HintLine>
          <Marked text={t('replay.keys')} marks={KEY} />
        </HintLine>
      </div>
    </section>
  )
}

interface IconButtonProps {
  readonly icon: string
  readonly label: string
  onClick(): void
}

function IconButton({ icon, label, onClick }: IconButtonProps): ReactElement {
  return (
    <button type="button" className={iconButton.button} aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={22} />
    </button>
  )
}
