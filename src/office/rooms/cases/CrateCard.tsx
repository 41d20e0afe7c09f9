// The crate of a case, or the file that is its picture.
import { lazy, type ReactElement, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import { withTexts } from '../../session/language.ts'
import type { CardProps } from './card-props.ts'
import { FIRST_ART } from './new-case.ts'

/** Loaded beside the other fields, with its drawings. */
const CrateFields = lazy(
  withTexts(['officeCrates'], async () => ({
    default: (await import('../../session/crate/CrateFields.tsx')).CrateFields,
  })),
)

export function CrateCard({ record, locked, onChange }: CardProps): ReactElement {
  const { t } = useTranslation('officeCaseEditor')
  const { art, url, image } = record
  return (
    <Card title={t('crate.title')}>
      {art === undefined ? (
        <>
          <p>{t('crate.file', { name: image })}</p>
          <div>
            <Button
              disabledReason={locked}
              onClick={() => onChange({ ...record, image: `${url}.svg`, art: FIRST_ART })}
            >
              {t('crate.draw')}
            </Button>
          </div>
        </>
      ) : (
        <Suspense fallback={null}>
          <CrateFields
            art={art}
            isLocked={locked !== undefined}
            onChange={(next) => onChange({ ...record, art: next })}
          />
        </Suspense>
      )}
    </Card>
  )
}
