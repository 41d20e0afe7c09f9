// The free cases: one of the three tiers at a time.
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import { TextField } from '../../parts/Field.tsx'
import { plainMoney } from '../../parts/plain.ts'
import { ItemsCard } from '../items/ItemsCard.tsx'
import { NumberField } from '../items/NumberField.tsx'
import { withTexts } from '../language.ts'
import { useFaultWords } from './bound-words.ts'
import type { EditorProps } from './editor-props.ts'
import { amountOf } from './numbers.ts'
import styles from './rewards.module.css'
import type { FreeCaseRecord } from './rewards-file.ts'

/** Loaded beside the other fields, with its drawings. */
const CrateFields = lazy(
  withTexts(['officeCrates'], async () => ({ default: (await import('../crate/CrateFields.tsx')).CrateFields })),
)

interface TierProps {
  box: FreeCaseRecord
  locked: string | undefined
  onChange: (box: FreeCaseRecord) => void
}

function Names({ box, locked, onChange }: TierProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const rename = (language: Language, text: string): void => {
    const { [language]: _, ...others } = box.name
    // Without a name of its own, a language has the English one.
    const name = text === '' && language !== 'en' ? { ...others, en: box.name.en } : { ...box.name, [language]: text }
    onChange({ ...box, name })
  }
  return (
    <>
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={t(`free.names.${language}`)}
          lang={language}
          value={box.name[language] ?? ''}
          placeholder={box.name.en}
          readOnly={locked !== undefined}
          onChange={({ target }) => rename(language, target.value)}
        />
      ))}
    </>
  )
}

function Tier({ box, at, ...props }: Pick<EditorProps, 'items' | 'bounds'> & TierProps & { at: number }): ReactElement {
  const { items, bounds, locked, onChange } = props
  const { t } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  const fault = faultOf('freeCases', at, 'entries')
  const dear = box.entries.findIndex((_, place) => faultOf('freeCases', at, 'entries', place) !== undefined)
  const ofItem = dear === -1 ? undefined : faultOf('freeCases', at, 'entries', dear)
  return (
    <>
      <Card title={t('free.title')}>
        <NumberField
          label={t('free.deposited')}
          hint={t('free.deposited-hint')}
          value={plainMoney(box.deposited)}
          read={amountOf}
          readOnly={locked !== undefined}
          onChange={(deposited) => onChange({ ...box, deposited })}
        />
        <Names box={box} locked={locked} onChange={onChange} />
        {fault === undefined ? null : <p className={styles.fault}>{fault}</p>}
        {ofItem === undefined ? null : <p className={styles.fault}>{ofItem}</p>}
      </Card>
      <ItemsCard
        entries={box.entries}
        items={items}
        locked={locked}
        onChange={(entries) => onChange({ ...box, entries })}
      />
      <Card title={t('free.crate')}>
        {box.art === undefined ? (
          <p>{t('free.file', { name: box.image })}</p>
        ) : (
          <Suspense fallback={null}>
            <CrateFields art={box.art} isLocked={locked !== undefined} onChange={(art) => onChange({ ...box, art })} />
          </Suspense>
        )}
      </Card>
    </>
  )
}

export function FreeCasesTab({ record, items, bounds, locked, onChange }: EditorProps): ReactElement {
  const { t, i18n } = useTranslation('officeRewardEditor')
  const [tier, setTier] = useState(record.freeCases[0]?.tier)
  const at = Math.max(
    0,
    record.freeCases.findIndex((one) => one.tier === tier),
  )
  const box = record.freeCases[at]
  return (
    <>
      <fieldset className={styles.tiers} aria-label={t('free.tiers')}>
        {record.freeCases.map((one, place) => (
          <Button
            key={one.tier}
            aria-pressed={place === at}
            tone={place === at ? 'quiet' : 'ghost'}
            onClick={() => setTier(one.tier)}
          >
            {one.name[i18n.language as Language] ?? one.name.en}
          </Button>
        ))}
      </fieldset>
      {box === undefined ? null : (
        <Tier
          key={box.tier}
          box={box}
          at={at}
          items={items}
          bounds={bounds}
          locked={locked}
          onChange={(next) => onChange({ ...record, freeCases: record.freeCases.with(at, next) })}
        />
      )}
    </>
  )
}
