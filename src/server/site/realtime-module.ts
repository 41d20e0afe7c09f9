// The realtime module of a site: who may connect, which events each visitor receives, and what ends a connection.
import { createHmac } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { FastifyBaseLogger } from 'fastify'
import type { SiteEvents } from '../base/events.ts'
import type { Config } from '../config/config.ts'
import { socketOriginAllowed } from '../config/site-origin.ts'
import { cookieJar } from '../http/cookies.ts'
import { languageFrom } from '../http/identity.ts'
import { callerAddress } from '../network/caller-address.ts'
import { closeEndedSessions } from '../realtime/ended-sessions.ts'
import { syncOnlineCount } from '../realtime/online-count-sync.ts'
import { createRealtime, type Realtime } from '../realtime/realtime.ts'
import { exclusionToast } from '../services/account/protection.ts'
import { notificationToast } from '../services/notices/notifications.ts'
import type { Services } from '../services/services.ts'
import type { Instances } from './instances.ts'

interface RealtimeParts {
  readonly config: Config & { readonly secret: string }
  readonly services: Services
  readonly instances: Instances | undefined
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/** Returns a pseudo-random number that is the same on every instance and that others cannot predict. */
const chanceAt =
  (secret: string) =>
  (place: number): number =>
    createHmac('sha256', secret).update(`online:${place}`).digest().readUInt32BE() / 2 ** 32

/** Makes the realtime module, not listening yet, and its shutdown. */
export function prepareRealtime({ config, services, instances, now, log }: RealtimeParts): {
  realtime: Realtime
  closeRealtime: () => Promise<void>
} {
  const jar = cookieJar(config.mode)
  const online = instances && syncOnlineCount(instances.bus, () => realtime.onlineCount())
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
    addressOf: callerAddress(config.trustProxy),
    caps: { ofAddress: config.socketsPerAddress, inAll: config.sockets },
    balanceOf: async (playerId) => (await services.players.currentUser(playerId))?.balance ?? null,
    log,
    random: chanceAt(config.secret),
    now,
    ...(instances && { adapter: instances.adapter }),
    remoteOnline: () => online?.count() ?? 0,
  })
  const stopLooking = closeEndedSessions({
    openSessions: realtime.openSessions,
    endedAmong: services.sessions.endedAmong,
    closeSession: (sessionId) => realtime.closeSession(sessionId, 'here'),
    log,
  })
  // Events that other instances emitted meanwhile were not received.
  instances?.redis.changes.on('back', () => {
    services.live.recount().then(
      () => realtime.publishStatistic(services.live.statistic()),
      (error: unknown) => log.error({ err: error }, 'the counters could not be recounted'),
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

/** Sends events to browsers from now on. */
export function forwardEvents(events: SiteEvents, realtime: Realtime, services: Services): void {
  // Every instance sends events of all instances to its own visitors, so that each client receives one batched stream.
  for (const place of [events, events.remote]) {
    place.on('drops', (drops) => realtime.publishDrops([...drops]))
    place.on('played', () => realtime.publishStatistic(services.live.statistic()))
    place.on('battleCards', (cards) => realtime.publishBattles(cards))
    place.on('joined', () => realtime.publishStatistic(services.live.statistic()))
  }
  // The adapter carries it to every instance.
  events.on('battle', (event) => realtime.emitToBattle(event))
  events.on('balance', ({ playerId, ...change }) =>
    realtime.emitToPlayer(playerId, 'update user', { id: playerId, ...change }),
  )
  events.on('order', ({ playerId, order }) => realtime.emitToPlayer(playerId, 'order', { id: playerId, order }))
  events.on('withdrawal', ({ playerId, withdrawal }) =>
    realtime.emitToPlayer(playerId, 'withdrawal', { id: playerId, withdrawal }),
  )
  events.on('exclusion', ({ playerId, exclusion }) => {
    realtime.emitToPlayer(playerId, 'exclusion', { id: playerId, exclusion })
    realtime.notifyPlayer(playerId, (language) => exclusionToast(exclusion, language))
  })
  events.on('notification', ({ playerId, notification, reward }) =>
    realtime.notifyPlayer(playerId, (language) =>
      notificationToast(notification, language, services.decisionTimes.latest(), reward),
    ),
  )
  events.on('banned', ({ playerId }) => realtime.closePlayer(playerId))
  events.on('signedOut', ({ sessionId }) => realtime.closeSession(sessionId))
  events.remote.on('signedOut', ({ sessionId }) => realtime.closeSession(sessionId, 'here'))
}
