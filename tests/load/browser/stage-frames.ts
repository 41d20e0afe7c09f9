// The frames of a stage from a press until its result: how many, how far apart, and when the stage was empty.
import type { Page } from 'playwright'

/** What was seen of a stage. */
export interface StageFrames {
  readonly frames: number
  readonly lastedMs: number
  /** The longest time without a frame. */
  readonly longestGapMs: number
  /**
   * When the stage had no loaded, visible picture, frame by frame, in ms after the press. A picture of a reel counts where it is in the
   * window; one from before the reel also where the player has scrolled past it.
   */
  readonly emptyMs: readonly number[]
}

/** Runs in the page: from the next click until the page announces a result. */
function watchFrames(label: string): Promise<StageFrames> {
  return new Promise((resolve) => {
    const announced = document.querySelector('#main .unseen[aria-live="polite"]')
    const isEmpty = (): boolean => {
      const stage = document.querySelector(`section[aria-label="${label}"]`)
      if (stage === null) return true
      const view = stage.getBoundingClientRect()
      const isRunning = stage.querySelector('[data-track]') !== null
      const [top, bottom] = isRunning ? [0, innerHeight] : [view.top, view.bottom]
      return ![...stage.querySelectorAll('img')].some((picture) => {
        if (!picture.complete || picture.naturalWidth === 0) return false
        const box = picture.getBoundingClientRect()
        const width = Math.min(view.right, box.right, innerWidth) - Math.max(view.left, box.left, 0)
        const height = Math.min(view.bottom, box.bottom, bottom) - Math.max(view.top, box.top, top)
        if (width < 4 || height < 4) return false
        return picture.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      })
    }
    const onClick = ({ timeStamp: pressedMs }: MouseEvent): void => {
      // The announcement of an earlier result goes with the press.
      let hasStarted = false
      let lastMs = pressedMs
      let frames = 0
      let longestGapMs = 0
      const emptyMs: number[] = []
      // After the frame: a question within it would make the page lay itself out once more.
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        if (isEmpty()) emptyMs.push(lastMs - pressedMs)
      }
      requestAnimationFrame(function look(nowMs) {
        frames++
        longestGapMs = Math.max(longestGapMs, nowMs - lastMs)
        lastMs = nowMs
        const isTold = announced?.textContent !== ''
        hasStarted ||= !isTold
        channel.port2.postMessage(null)
        if (hasStarted && isTold)
          setTimeout(() => resolve({ frames, lastedMs: lastMs - pressedMs, longestGapMs, emptyMs }))
        else requestAnimationFrame(look)
      })
    }
    document.addEventListener('click', onClick, { once: true, capture: true })
  })
}

/** Watches a stage from the next click on; resolves with the result. */
export function watchStage(page: Page, label: string): Promise<StageFrames> {
  return page.evaluate(watchFrames, label)
}
