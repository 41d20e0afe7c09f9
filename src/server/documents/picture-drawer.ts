// Runs the process that draws pictures: starts it for the first one, ends it when it was idle or takes too long.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DrawnPicture, PictureOrder } from './picture-process.ts'

const PROGRAM = fileURLToPath(new URL('./picture-process.ts', import.meta.url))

/** Where a build has the outlines of letters, below its folder. */
export const TYPEFACES_FILE = 'server/typefaces.json'

/** The heap of the process; what libvips takes is beside it, and gone with the process. */
const MEGABYTES = 96

export interface DrawerOptions {
  /** The file with the outlines of the letters, which the build writes (scripts/og.ts). */
  readonly typefaces: string
  /** The process is killed when a picture takes longer: half a second on a quiet machine, with the start of the process. */
  readonly deadlineMs?: number
  /** The process ends when no picture was asked for that long. */
  readonly idleMs?: number
}

export interface Drawer {
  /**
   * Draws one picture as a JPEG. The caller asks for the next one when this one is drawn.
   *
   * @throws Error when it cannot be drawn, or not in time
   */
  draw(order: PictureOrder): Promise<Buffer>
  /** Ends the process. */
  close(): Promise<void>
}

/** Creates a drawer. Its process knows none of the site's settings. */
export function createDrawer({ typefaces, deadlineMs = 30_000, idleMs = 60_000 }: DrawerOptions): Drawer {
  let child: ChildProcess | null = null
  let idle: ReturnType<typeof setTimeout> | undefined

  function start(): ChildProcess {
    const started = fork(PROGRAM, [typefaces], {
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${MEGABYTES}`],
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.once('exit', () => {
      if (child === started) child = null
    })
    // The site may end while it lives.
    started.unref()
    started.channel?.unref()
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = child
    child = null
    if (ended === null || ended.exitCode !== null || ended.signalCode !== null) return
    // Its end is waited for: a site that closes has more to close after it.
    ended.ref()
    const exit = once(ended, 'exit')
    ended.kill('SIGKILL')
    await exit
  }

  function ask(drawing: ChildProcess, order: PictureOrder): Promise<DrawnPicture> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => drawing.kill('SIGKILL'), deadlineMs)
      const onExit = (): void => settle(() => reject(new Error('The process that draws pictures has ended')))
      const onMessage = (drawn: unknown): void => settle(() => resolve(drawn as DrawnPicture))
      const settle = (done: () => void): void => {
        clearTimeout(late)
        drawing.off('exit', onExit).off('message', onMessage)
        done()
      }
      drawing.once('exit', onExit).once('message', onMessage)
      drawing.send(order, (error) => {
        if (error !== null) settle(() => reject(error))
      })
    })
  }

  return {
    draw: async (order) => {
      clearTimeout(idle)
      child ??= start()
      try {
        const drawn = await ask(child, order)
        if ('fault' in drawn) throw new Error(`A picture could not be drawn: ${drawn.fault}`)
        return Buffer.from(drawn.picture)
      } finally {
        idle = setTimeout(() => void end(), idleMs)
        idle.unref()
      }
    },
    close: end,
  }
}
