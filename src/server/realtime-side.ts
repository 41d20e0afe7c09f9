// The realtime side of a site: who may connect, what each is told of what happens, and what ends a connection.
import { createHmac } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { SiteEvents } from './events.ts'
import { cookieJar } from './http/cookies.ts'
import { languageFrom } from './http/identity.ts'
import type { Instances } from './instances.ts'
import { closeEndedSessions } from './realtime/ended-sessions.ts'
import { shareOnline } from './realtime/online-elsewhere.ts'
import { socketAdapter } from './realtime/reach.ts'
import { createRealtime, type Realtime } from './realtime/realtime.ts'
import { noticeToast } from './services/notifications.ts'
import { exclusionToast } from './services/protection.ts'
import type { Services } from './services/services.ts'
import { socketOriginAllowed } from './site-origin.ts'

interface RealtimeParts {
  readonly config: Config & { readonly secret: string }
  readonly services: Services
  readonly instances: Instances | undefined
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/** Chance that every instance has alike for one place in time, and nobody else can tell. */
const chanceAt =
  (secret: string) =>
  (place: number): number =>
    createHmac('sha256', secret).update(`online:${place}`).digest().readUInt32BE() / 2 ** 32

/** The realtime side, which does not listen yet, and what ends it. */
export function prepareRealtime({ config, services, instances, now, log }: RealtimeParts): {
  realtime: Realtime
  closeRealtime: () => Promise<void>
} {
  const jar = cookieJar(config.mode)
  const online = instances && shareOnline(instances.bus, () => realtime.onlineCount())
  const realtime: Realtime = createRealtime({
    port: config.realtimePort,
    host: config.host,
    secure: config.mode === 'live',
    allowedOrigin: (origin, host) => socketOriginAllowed(config, origin, host),
    identify: async (token, cookieHeader) => {
      const session = await services.sessions.identify(token, parseCookie(cookieHeader)[jar.companion])
      return session === null ? null : { playerId: session.player.id, sessionId: session.id }
    },
    languageOf: languageFrom,
    log,
    random: chanceAt(config.secret),
    now,
    ...(instances && { adapter: socketAdapter(instances.redis) }),
    onlineElsewhere: () => online?.count() ?? 0,
  })
  const stopLooking = closeEndedSessions({
    openSessions: realtime.openSessions,
    endedAmong: services.sessions.endedAmong,
    closeSession: (sessionId) => realtime.closeSession(sessionId, 'here'),
    log,
  })
  // What other instances counted meanwhile was not heard.
  instances?.redis.turnabouts.on('back', () => {
    services.live.recount().then(
      () => realtime.publishStatistic(services.live.statistic()),
      (error: unknown) => log.error({ err: error }, 'the counters could not be counted again'),
    )
  })
  return {
    realtime,
    closeRealtime: async () => {
      online?.stop()
      await stopLooking()
      await realtime.close()
    },
  }
}

/** Tells browsers whatever happens from now on. */
export function connect(events: SiteEvents, realtime: Realtime, services: Services): void {
  // Every instance tells its own visitors of what happened anywhere, so that no client hears more than one gathers.
  for (const place of [events, events.elsewhere]) {
    place.on('drops', (drops) => realtime.publishDrops([...drops]))
    place.on('played', () => realtime.publishStatistic(services.live.statistic()))
    place.on('joined', () => realtime.publishStatistic(services.live.statistic()))
  }
  events.on('balance', ({ playerId, ...change }) =>
    realtime.tellPlayer(playerId, 'update user', { id: playerId, ...change }),
  )
  events.on('order', ({ playerId, order }) => realtime.tellPlayer(playerId, 'order', { id: playerId, order }))
  events.on('withdrawal', ({ playerId, withdrawal }) =>
    realtime.tellPlayer(playerId, 'withdrawal', { id: playerId, withdrawal }),
  )
  events.on('exclusion', ({ playerId, exclusion }) => {
    realtime.tellPlayer(playerId, 'exclusion', { id: playerId, exclusion })
    realtime.notifyPlayer(playerId, (language) => exclusionToast(exclusion, language))
  })
  events.on('notice', ({ playerId, notice }) =>
    realtime.notifyPlayer(playerId, (language) => noticeToast(notice, language)),
  )
  events.on('banned', ({ playerId }) => realtime.closePlayer(playerId))
  events.on('signedOut', ({ sessionId }) => realtime.closeSession(sessionId))
  events.elsewhere.on('signedOut', ({ sessionId }) => realtime.closeSession(sessionId, 'here'))
}
