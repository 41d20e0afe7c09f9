import office from '../locales/ru/office.json'
import type { OfficeTexts } from './en.ts'
export const TEXTS: OfficeTexts = {
  office,
}
