// Updates and hung instances of a site behind nginx, while players play: what the tests check and the benchmark measures.
import { setTimeout as wait } from 'node:timers/promises'
import { type LoadReport, startLoad } from '../../load/scale/sandbox-load.ts'
import { SandboxPlayer } from '../../load/scale/sandbox-player.ts'
import { runOps } from '../runner/command.ts'
import { type Instance, openProxiedSite, type ProxiedSite } from './proxied-site.ts'

/** Of the stand-in for Steam. */
const PLAYERS = 6

export interface RollingSite extends ProxiedSite {
  readonly players: readonly SandboxPlayer[]
}

/** Opens a site whose instances drain like those of a live shop, and signs players in. */
export async function openRollingSite(): Promise<RollingSite> {
  const players: SandboxPlayer[] = []
  const site = await openProxiedSite({
    environment: {
      DRAIN_SECONDS: '5',
      CALLS_PER_MINUTE: '100000',
      PAGES_PER_MINUTE: '100000',
      ACTIONS_PER_MINUTE: '100000',
    },
    // The stand-in for Steam knows its own sign-ins only.
    beforeSecond: async ({ host, port }) => {
      for (let place = 0; place < PLAYERS; place++)
        players.push(await SandboxPlayer.signIn(`http://${host}:${port}`, place))
    },
  })
  return { ...site, players }
}

/** Runs work while players play. */
export async function underLoad(site: RollingSite, work: () => Promise<void>): Promise<LoadReport> {
  const load = startLoad(site.front, site.players)
  await work().catch(async (error: unknown) => {
    await load.stop()
    throw error
  })
  return load.stop()
}

/** Stops an instance as the guide does: by a signal, as supervisors send it, or by the command. */
async function stop(instance: Instance, by: 'signal' | 'command'): Promise<void> {
  if (by === 'signal') instance.signal('SIGTERM')
  else {
    const { code, err } = await runOps(['drain'], { DATA_DIR: instance.dataDir })
    if (code !== 0) throw new Error(err)
  }
  await instance.ended()
}

/** Restarts one instance after the other, so many times. */
export async function roll({ instances }: ProxiedSite, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    for (const [place, instance] of instances.entries()) {
      await stop(instance, (time + place) % 2 === 0 ? 'signal' : 'command')
      await instance.start()
    }
  }
}

/** Stops one instance like a hung machine for a time, so many times, the instances in turn. */
export async function hang({ instances }: ProxiedSite, times: number, ms: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const instance = instances[time % 2 === 0 ? 0 : 1]
    instance.signal('SIGSTOP')
    await wait(ms)
    instance.signal('SIGCONT')
    // What waited for it is answered.
    await wait(ms / 2)
  }
}
