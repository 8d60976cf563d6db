/**
 * `node scripts/releaseBill.ts > bulk-sms-console.cdx.json`: the bill of materials (CycloneDX) of what the lock file ships:
 * the packages of server and console, without those for development. Nothing needs to be installed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Component {
  name: string;
  'bom-ref': string;
  properties?: { name: string; value: string }[];
}
interface Bill {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const root = resolve(import.meta.dirname, '..');
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string };
// With --omit=dev npm also leaves out what one workspace ships and another names for development, such as Fastify.
const text = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
  ...{ cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 },
});
const bill = JSON.parse(text) as Bill;
// npm takes the name of the folder.
bill.metadata.component.name = name;
const isForDevelopment = ({ properties = [] }: Component) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development');
bill.components = bill.components.filter((component) => !isForDevelopment(component));
const shipped = new Set([bill.metadata.component, ...bill.components].map((one) => one['bom-ref']));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => shipped.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) }));
console.log(JSON.stringify(bill, null, 2));
