// The room Brand: what the shop is called, how it looks, and who runs it, with the page itself beside it.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { Room } from '../../parts/Room.tsx'
import { CloseLink } from '../../session/CloseLink.tsx'
import { DraftBar } from '../../session/draft/DraftBar.tsx'
import { OtherDrafts } from '../../session/draft/OtherDrafts.tsx'
import { Preview } from '../../session/draft/Preview.tsx'
import { PreviewLinks } from '../../session/draft/PreviewLinks.tsx'
import { type DraftWork, useDraft } from '../../session/draft/use-draft.ts'
import { Fault } from '../../session/Fault.tsx'
import { BrandFields } from './BrandFields.tsx'
import styles from './brand.module.css'
import {
  BRAND_FILE,
  BRAND_FILES,
  type BrandRecord,
  OPERATOR_FILE,
  readBrandRecord,
  readOperatorRecord,
  writeRecord,
} from './brand-files.ts'
import { OfferFields } from './OfferFields.tsx'
import { OperatorFields } from './OperatorFields.tsx'

const route = getRouteApi('/frame/brand')

function Page({ work, preview }: { work: DraftWork; preview: Language | undefined }): ReactElement {
  const { t } = useTranslation('officeBrand')
  const { saved, state } = work
  if (saved === undefined || state === 'published' || state === 'dropped') {
    return <p className={styles.later}>{t('preview-later')}</p>
  }
  return (
    <>
      <PreviewLinks to="/brand" shown={preview} />
      {preview === undefined ? null : <Preview work={{ ...work, saved }} page="" language={preview} />}
    </>
  )
}

function Edited({ work, preview }: { work: DraftWork; preview: Language | undefined }): ReactElement {
  const { t } = useTranslation('officeBrand')
  const navigate = useNavigate({ from: '/brand' })
  const brand = readBrandRecord(work.texts[BRAND_FILE])
  const operator = readOperatorRecord(work.texts[OPERATOR_FILE])
  const isLocked = work.lock !== undefined
  const setBrand = (next: BrandRecord): void => work.setFile(BRAND_FILE, writeRecord(next))
  return (
    <div className="stack">
      <DraftBar
        work={work}
        close={<CloseLink to="/brand" drop="draft" />}
        onDropped={() => void navigate({ search: {} })}
      />
      <div className={styles.split}>
        <div className="stack">
          {brand === undefined ? null : (
            <>
              <BrandFields brand={brand} isLocked={isLocked} onChange={setBrand} />
              <OfferFields brand={brand} isLocked={isLocked} onChange={setBrand} />
            </>
          )}
          {operator === undefined ? null : (
            <OperatorFields
              operator={operator}
              isLocked={isLocked}
              onChange={(next) => work.setFile(OPERATOR_FILE, writeRecord(next))}
            />
          )}
        </div>
        <div className={styles.page}>
          <Page work={work} preview={preview} />
        </div>
      </div>
      <p className={styles.later}>{t('help')}</p>
    </div>
  )
}

export function BrandRoom(): ReactElement {
  const { t } = useTranslation('officeBrand')
  const { draft, preview } = route.useSearch()
  const navigate = useNavigate({ from: '/brand' })
  const { work, error } = useDraft({
    id: draft === undefined ? undefined : Number(draft),
    begins: BRAND_FILES,
    firstTitle: t('first-title'),
    onBegin: (id) => {
      const own = { draft: String(id), preview: preview ?? 'en' } as const
      void navigate({ search: own, replace: true })
    },
  })
  return (
    <Room title={t('title')}>
      <div className="stack">
        <p className="lead">{t('lead')}</p>
        <OtherDrafts
          file={BRAND_FILES}
          except={work?.id ?? null}
          linkTo={({ id, title }) => (
            <Link from="/brand" to="/brand" search={{ draft: String(id), preview: 'en' }}>
              {title}
            </Link>
          )}
        />
        {work === null ? <Fault error={error} /> : <Edited work={work} preview={preview} />}
      </div>
    </Room>
  )
}
