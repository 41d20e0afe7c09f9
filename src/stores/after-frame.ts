/**
 * Does something in a task of its own once the frame that comes now is painted: what follows from a moment does not keep the moment from
 * the screen. Where nothing is painted, in a task of its own alone.
 */
export function afterFrame(work: () => void): void {
  if (typeof requestAnimationFrame === 'undefined' || document.hidden) setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}
