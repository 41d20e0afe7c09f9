// Postpones work that would lengthen the frame of a result.

/**
 * Runs work in a task of its own after the next paint; where no frame is painted, in the next task.
 *
 * @returns the function that cancels it
 */
export function afterPaint(work: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined
  if (typeof requestAnimationFrame === 'undefined' || document.hidden) {
    task = setTimeout(work)
    return () => clearTimeout(task)
  }
  const frame = requestAnimationFrame(() => {
    task = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(task)
  }
}
