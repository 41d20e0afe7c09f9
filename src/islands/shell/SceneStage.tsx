// A scene: a new level or a finished mission with its reward fills the screen for a second and a half. A tap or Escape ends it. Screen readers
// hear it in a region that stays on the page.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react'
import { isCalm } from '../../stores/kernel/preferences.ts'
import { $scene, endScene, SCENE_MS, type Scene } from '../../stores/kernel/scenes.ts'
import { play } from '../../stores/kernel/sound.ts'
import styles from './scene-stage.module.css'

export function SceneStage(): ReactElement {
  const scene = useStore($scene)
  const spoken = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // Into a region that was there before: a new one is not announced everywhere.
    if (spoken.current !== null && scene !== null) spoken.current.textContent = wordsOf(scene)
  }, [scene])
  return (
    <>
      <p className="unseen" role="status" ref={spoken} />
      {scene !== null && <Curtain key={`${scene.kind} ${scene.mark} ${scene.text}`} scene={scene} />}
    </>
  )
}

function wordsOf({ kind, mark, title, text }: Scene): string {
  // The text of a level names it.
  return kind === 'level' ? `${title}. ${text}` : `${title}. ${mark}. ${text}`
}

function Curtain({ scene }: { scene: Scene }): ReactElement {
  const { kind, mark, title, text } = scene
  const curtain = useRef<HTMLDivElement>(null)
  // In the top layer: an open dialog would cover it.
  useLayoutEffect(() => curtain.current?.showPopover(), [])
  useEffect(() => {
    play(kind === 'level' ? 'level' : 'good')
    const timer = setTimeout(endScene, isCalm() ? SCENE_MS.still : SCENE_MS.moving)
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') endScene()
    }
    addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKey)
    }
  }, [kind])
  return (
    <div
      ref={curtain}
      className={styles.curtain}
      popover="manual"
      aria-hidden="true"
      data-scene={kind}
      onClick={endScene}
    >
      <div className={styles.light} />
      <div className={styles.card}>
        <span className={styles.mark} data-kind={kind}>
          {mark}
        </span>
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{text}</span>
      </div>
    </div>
  )
}
