// A moment in the reader's time zone; it is copied as ISO 8601.
import type { ReactElement } from 'react'
import { formatDateTime, formatMoment } from '../../i18n/format.ts'

export function Moment({ at }: { at: number }): ReactElement {
  const iso = new Date(at).toISOString()
  return (
    <time dateTime={iso} data-plain={iso} title={formatMoment(at)} className="figures">
      {formatDateTime(at)}
    </time>
  )
}
