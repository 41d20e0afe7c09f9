// The signature on the table: a line of light that is drawn while the main button is held, and goes back when it is released early.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useRef } from 'react'
import { $contract } from '../../../stores/games/contract.ts'
import { $signature, clearSignature, HOLD_MS, type Signature } from './hold.ts'
import styles from './signature.module.css'
import { drawSignature, LINE_HEIGHT, LINE_WIDTH } from './signature-line.ts'

/** How long a whole signature takes to go back. */
const BACK_MS = 260
/** Pixels of the canvas for one of the drawing: it is scaled to the table. */
const SCALE = 2

/** Returns the share of the signature after some time. */
function nextShare(share: number, signature: Signature, passedMs: number): number {
  if (signature === 'signed') return 1
  const step = signature === 'held' ? passedMs / HOLD_MS : -passedMs / BACK_MS
  return Math.min(1, Math.max(0, share + step))
}

export function SignatureLine(): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null)
  const share = useRef(0)
  const signature = useStore($signature, { ssr: 'initial' })
  const { phase } = useStore($contract, { ssr: 'initial' })
  // The animation covers a signature; a refusal takes it back.
  useEffect(() => {
    if (phase !== 'asking') clearSignature()
  }, [phase])
  useEffect(() => {
    const pen = canvas.current?.getContext('2d') ?? null
    if (pen === null) return
    pen.setTransform(SCALE, 0, 0, SCALE, 0, 0)
    let lastMs = performance.now()
    let frame = requestAnimationFrame(function next(nowMs) {
      share.current = nextShare(share.current, signature, Math.max(0, nowMs - lastMs))
      lastMs = nowMs
      drawSignature(pen, share.current)
      const isOver = signature === 'held' ? share.current === 1 : signature === 'signed' || share.current === 0
      if (!isOver) frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [signature])
  return <canvas ref={canvas} className={styles.line} width={LINE_WIDTH * SCALE} height={LINE_HEIGHT * SCALE} />
}
