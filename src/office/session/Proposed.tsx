// Says that an act waits for a second person.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../parts/Moment.tsx'

export function Proposed({ expiresAt }: { expiresAt: number }): ReactElement {
  const { t } = useTranslation('office')
  return (
    <div className="stack" role="status">
      <p>{t('proposed.text')}</p>
      <p>
        {t('proposed.until')} <Moment at={expiresAt} />
      </p>
      <p>
        <Link to="/proposals">{t('proposed.show')}</Link>
      </p>
    </div>
  )
}
