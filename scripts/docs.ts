/** Writes what is derived from the contract: docs/openapi.json and docs/reference. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { derivedDocs } from '../sweep/house/derived-docs.ts'

const docs = join(import.meta.dirname, '..', 'docs')
rmSync(join(docs, 'reference'), { recursive: true, force: true })
mkdirSync(join(docs, 'reference'), { recursive: true })
const files = derivedDocs()
for (const [name, text] of files) writeFileSync(join(docs, name), text)
console.log(`${files.size} files written to docs/`)
