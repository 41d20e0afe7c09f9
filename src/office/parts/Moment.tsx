// A moment in the reader's time zone; it is copied as ISO 8601.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatMoment } from '../../i18n/format.ts'

export function Moment({ at }: { at: number }): ReactElement {
  const iso = new Date(at).toISOString()
  return (
    <time dateTime={iso} data-plain={iso} title={formatMoment(at)} className="figures">
      {formatDateTime(at)}
    </time>
  )
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A moment of which it matters how long ago it was, with its age from an hour on. */
export function AgedMoment({ at, now }: { at: number; now: number }): ReactElement {
  const { i18n } = useTranslation('office')
  const age = now - at
  const [span, unit] = age < 2 * DAY_MS ? ([HOUR_MS, 'hour'] as const) : ([DAY_MS, 'day'] as const)
  return (
    <>
      <Moment at={at} />
      {age < HOUR_MS ? null : (
        <span>{` (${new Intl.RelativeTimeFormat(i18n.language).format(-Math.floor(age / span), unit)})`}</span>
      )}
    </>
  )
}
