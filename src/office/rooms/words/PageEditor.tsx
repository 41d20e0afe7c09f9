// The editor of a page: its three languages side by side, what is wrong at its line, and the page itself as a preview.
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactElement, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language, perLanguage } from '../../../game/base/language.ts'
import { parseLanguage } from '../../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import type { LineFault, TextEditor } from '../../parts/text-editor.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { DraftBar } from '../../session/draft/DraftBar.tsx'
import { OtherDrafts } from '../../session/draft/OtherDrafts.tsx'
import { Preview } from '../../session/draft/Preview.tsx'
import { PreviewLinks } from '../../session/draft/PreviewLinks.tsx'
import { type DraftWork, useDraft } from '../../session/draft/use-draft.ts'
import { useFaultWords } from '../../session/draft/use-fault-words.ts'
import { Fault } from '../../session/Fault.tsx'
import { dayOf, fileOf, newPage, PAGES, titleOf, today, withDay, withEntry } from './page-text.ts'
import { TextColumn } from './TextColumn.tsx'
import { Toolbar } from './Toolbar.tsx'
import styles from './words.module.css'

/** Loaded beside the editor. */
const Differences = lazy(async () => ({ default: (await import('./Differences.tsx')).Differences }))

interface PageEditorProps {
  page: string
  draft: string | undefined
  preview: Language | undefined
}

interface EditedProps extends Omit<PageEditorProps, 'draft'> {
  work: DraftWork
}

function useFaults(page: string, { check }: DraftWork): Readonly<Record<Language, readonly LineFault[]>> {
  const { faults } = check
  const wordsOf = useFaultWords(faults.length > 0)
  return useMemo(
    () =>
      perLanguage((language) =>
        faults
          .filter(({ file }) => file === fileOf(page, language))
          .map(({ line, message }) => ({ line, message: wordsOf(message) })),
      ),
    [page, faults, wordsOf],
  )
}

function Edited({ page, preview, work }: EditedProps): ReactElement {
  const { t } = useTranslation('officeWords')
  const navigate = useNavigate({ from: '/words' })
  const editors = useRef(new Map<Language, TextEditor>())
  const [active, setActive] = useState<Language>('en')
  const faults = useFaults(page, work)
  const texts = perLanguage((language) => work.texts[fileOf(page, language)] ?? '')
  const inForce = perLanguage((language) => work.inForce[fileOf(page, language)] ?? '')
  const isLocked = work.lock !== undefined
  const isOver = work.state === 'published' || work.state === 'dropped'
  /** What was just added, shown where it is: a part of its line, in each language that has it. The first takes the focus. */
  const added = useRef<{ readonly part: string; readonly languages: readonly Language[] } | null>(null)
  useEffect(() => {
    if (added.current === null) return
    const { part, languages } = added.current
    const lines = perLanguage((language) => texts[language].split('\n').findIndex((line) => line.includes(part)) + 1)
    if (languages.some((language) => lines[language] === 0)) return
    added.current = null
    for (const language of languages.toReversed()) editors.current.get(language)?.goTo(lines[language])
  })
  const change = (language: Language, text: string): void => work.setFile(fileOf(page, language), text)
  /** Changes texts, and shows a part of theirs that is new. */
  const changeTogether = (made: ReadonlyMap<Language, string>, part: string): void => {
    for (const [language, text] of made) {
      // All languages change together; a translation that was behind stays behind.
      const isCurrent = made.size === LANGUAGES.length && dayOf(text) === dayOf(texts.en)
      change(language, isCurrent ? withDay(text, today()) : text)
    }
    added.current = { part, languages: [...made.keys()] }
  }
  const goTo = (language: Language, line: number): void => editors.current.get(language)?.goTo(line)
  return (
    <div className="stack">
      <DraftBar
        work={work}
        close={<CloseLink to="/words" drop="page" />}
        onDropped={() => void navigate({ search: {} })}
        onFault={({ file, line }) => {
          const language = LANGUAGES.find((one) => file === fileOf(page, one))
          if (language !== undefined) goTo(language, line)
        }}
      />
      <Toolbar
        texts={texts}
        caret={() => ({ language: active, line: editors.current.get(active)?.line() ?? 1 })}
        pages={work.texts}
        isLocked={isLocked}
        onAct={(act) => editors.current.get(active)?.act(act)}
        selection={() => editors.current.get(active)?.selection() ?? ''}
        onPicture={(pageTexts, address) => changeTogether(pageTexts, `](${address})`)}
        onAdd={(entries) => {
          const entryTexts = LANGUAGES.map(
            (language) => [language, withEntry(texts[language], entries[language])] as const,
          )
          changeTogether(new Map(entryTexts), `{#${entries.en.id}}`)
        }}
      />
      <Suspense fallback={null}>
        <Differences texts={texts} inForce={inForce} onGo={goTo} />
      </Suspense>
      <div className={styles.columns}>
        {LANGUAGES.map((language) => (
          <TextColumn
            key={`${page} ${language}`}
            language={language}
            text={texts[language]}
            inForce={inForce[language]}
            englishDay={dayOf(texts.en)}
            isLocked={isLocked}
            faults={faults[language]}
            editors={editors}
            onChange={(text) => change(language, text)}
            onFocus={() => setActive(language)}
          />
        ))}
      </div>
      {isOver ? null : work.saved === undefined ? (
        <p className={styles.day}>{t('preview-later')}</p>
      ) : (
        <PreviewLinks to="/words" shown={preview} />
      )}
      {isOver || preview === undefined || work.saved === undefined ? null : (
        <Preview work={{ ...work, saved: work.saved }} page={page} language={preview} />
      )}
      <p className={styles.help}>{t('help')}</p>
    </div>
  )
}

export function PageEditor({ page, draft, preview }: PageEditorProps): ReactElement {
  const { t, i18n } = useTranslation('officeWords')
  const navigate = useNavigate({ from: '/words' })
  const { work, error } = useDraft({
    id: draft === undefined ? undefined : Number(draft),
    begins: PAGES,
    firstTitle: t('first-title', { page: `/${page}` }),
    onBegin: (id) => void navigate({ search: (search) => ({ ...search, draft: String(id) }), replace: true }),
  })
  if (work === null) return <Fault error={error} />
  const language = parseLanguage(i18n.language) ?? 'en'
  const isKnown = LANGUAGES.some((one) => work.texts[fileOf(page, one)] !== undefined)
  if (!isKnown) {
    const make = (): void => {
      for (const one of LANGUAGES) work.setFile(fileOf(page, one), newPage(one, page, today()))
    }
    return (
      <div className="stack">
        <EmptyState title={t('no-page')} text={t('no-page-text', { page })} />
        <div className={styles.tools}>
          <Button disabledReason={work.lock === undefined ? undefined : t('locked')} onClick={make}>
            {t('make-page', { page })}
          </Button>
          <Button onClick={() => void navigate({ search: {} })}>{t('back')}</Button>
        </div>
      </div>
    )
  }
  return (
    <div className="stack">
      <h2>{titleOf(work.texts[fileOf(page, language)] ?? '') ?? page}</h2>
      <OtherDrafts
        file={LANGUAGES.map((one) => fileOf(page, one)).join(',')}
        except={work.id}
        linkTo={({ id, title }) => (
          <Link from="/words" to="/words" search={{ page, draft: String(id) }}>
            {title}
          </Link>
        )}
      />
      <Edited page={page} preview={preview} work={work} />
    </div>
  )
}
