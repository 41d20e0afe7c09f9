// A separate process for work on what others have made: it is started for the first order, and ended when it was idle or takes too long. The
// work cannot hold up, fill or end the process that asks for it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export interface HelperOptions {
  /** The path of its program, which answers each message with one. */
  readonly program: string
  readonly args?: readonly string[]
  /** What it does, for errors: `draws pictures`. */
  readonly work: string
  /** Its heap; what libraries take is beside it, and gone with the process. */
  readonly megabytes: number
  /** It is killed when an order takes longer. */
  readonly deadlineMs: number
  /** It ends when nothing was asked for that long. */
  readonly idleMs: number
}

export interface Helper<Order, Reply> {
  /**
   * Has one order done. The caller gives the next one when this one is done.
   *
   * @throws Error when the process ends, or the order takes too long
   */
  ask(order: Order): Promise<Reply>
  /** Ends the process. */
  close(): Promise<void>
}

/** Creates a helper. Its process knows none of the site's settings. */
export function createHelper<Order extends object, Reply>(options: HelperOptions): Helper<Order, Reply> {
  const { program, args = [], work, megabytes, deadlineMs, idleMs } = options
  let child: ChildProcess | null = null
  let idle: ReturnType<typeof setTimeout> | undefined

  function start(): ChildProcess {
    const started = fork(program, [...args], {
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${megabytes}`],
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

  function send(to: ChildProcess, order: Order): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => to.kill('SIGKILL'), deadlineMs)
      const onExit = (): void => settle(() => reject(new Error(`The process that ${work} has ended`)))
      const onMessage = (reply: unknown): void => settle(() => resolve(reply as Reply))
      const settle = (done: () => void): void => {
        clearTimeout(late)
        to.off('exit', onExit).off('message', onMessage)
        done()
      }
      to.once('exit', onExit).once('message', onMessage)
      to.send(order, (error) => {
        if (error !== null) settle(() => reject(error))
      })
    })
  }

  return {
    ask: async (order) => {
      clearTimeout(idle)
      child ??= start()
      try {
        return await send(child, order)
      } finally {
        idle = setTimeout(() => void end(), idleMs)
        idle.unref()
      }
    },
    close: end,
  }
}
