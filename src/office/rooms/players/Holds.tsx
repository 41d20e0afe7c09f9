// What stops a player or their withdrawals, with its end and its author, and the limits that they set themselves.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlayerReply } from '../../../protocol/office/players.ts'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Count, Money } from '../../parts/Plain.tsx'
import { Facts } from '../../parts/Room.tsx'

/** Who of the shop it is by. */
function By({ name }: { name: string | null }): ReactElement | null {
  const { t } = useTranslation('officePlayers')
  return name === null ? null : <span>{t('holds.by', { name })}</span>
}

function Ban({ ban }: { ban: NonNullable<PlayerReply['ban']> }): ReactElement {
  const { t } = useTranslation('officePlayers')
  return (
    <li>
      <Chip tone="bad">{t('holds.ban')}</Chip> <span>{ban.reason}</span> <Moment at={ban.at} /> <By name={ban.by} />{' '}
      {ban.until === null ? (
        <span>{t('holds.no-term')}</span>
      ) : (
        <span>
          <span>{t('holds.until')}</span> <Moment at={ban.until} />
        </span>
      )}{' '}
      {ban.keepsWithdrawals ? <span>{t('holds.keeps')}</span> : null}
    </li>
  )
}

/** What stops withdrawals or the player; nothing where nothing does. */
export function Holds({ player }: { player: PlayerReply }): ReactElement | null {
  const { t } = useTranslation('officePlayers')
  const { holds, ban, exclusion, erasure } = player
  if (holds.length === 0 && ban === null && exclusion === null && erasure === null) return null
  return (
    <>
      <h3>{t('holds.title')}</h3>
      <ul>
        {ban === null ? null : <Ban ban={ban} />}
        {erasure === null ? null : (
          <li>
            <span>{erasure.byShop ? t('holds.erasure-shop') : t('holds.erasure-own')}</span>{' '}
            <Moment at={erasure.dueAt} /> <By name={erasure.by} />
          </li>
        )}
        {exclusion === null ? null : (
          <li>
            <span>{t(`holds.${exclusion.kind}`)}</span>{' '}
            {exclusion.until === null ? <span>{t('holds.for-ever')}</span> : <Moment at={exclusion.until} />}{' '}
            <By name={exclusion.by} />
          </li>
        )}
        {holds
          .filter(({ reason }) => reason !== 'ban')
          .map(({ reason, since, until }) => (
            <li key={`${reason}:${since}`}>
              <span>{t(`holds.${reason}`)}</span>{' '}
              {until === null ? (
                <span>
                  {t('holds.since')} <Moment at={since} />
                </span>
              ) : (
                <Moment at={until} />
              )}
            </li>
          ))}
      </ul>
    </>
  )
}

/** The limits of safer play that the player set. */
export function Limits({ player: { limits, realityMinutes } }: { player: PlayerReply }): ReactElement | null {
  const { t } = useTranslation(['officePlayers', 'officeEvents'])
  if (limits.length === 0 && realityMinutes === null) return null
  return (
    <>
      <h3>{t('limits.title')}</h3>
      <Facts
        facts={[
          ...limits.map(
            ({ window, amount, pendingAmount, pendingAt }) =>
              [
                t(`officeEvents:limit.${window}`),
                <span key={window}>
                  {amount === null ? <span>{t('limits.none')}</span> : <Money cents={amount} />}
                  {pendingAt === null ? null : (
                    <>
                      {' → '}
                      {pendingAmount === null ? <span>{t('limits.none')}</span> : <Money cents={pendingAmount} />}{' '}
                      <Moment at={pendingAt} />
                    </>
                  )}
                </span>,
              ] as const,
          ),
          ...(realityMinutes === null
            ? []
            : [[t('limits.reality'), <Count key="reality" count={realityMinutes} />] as const]),
        ]}
      />
    </>
  )
}
