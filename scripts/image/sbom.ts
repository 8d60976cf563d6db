/** The image's bill of materials in CycloneDX: npm's of the server's packages, Node, and Debian's packages. */
import { execFileSync } from 'node:child_process';

export interface Bill {
  metadata: { component: object };
  components: { type: string; name: string; version: string; purl: string; 'bom-ref': string }[];
}

interface Contents {
  /** The repository. */
  root: string;
  version: string;
  /** Debian's packages: names and versions. */
  debian: readonly (readonly [name: string, version: string])[];
}

export function billOf({ root, version, debian }: Contents): Bill {
  // No --omit=dev: it leaves out what the repository's root also names among its devDependencies, such as Fastify.
  const args = ['sbom', '--workspace', 'server', '--omit=optional', '--package-lock-only'];
  const text = execFileSync('npm', [...args, '--sbom-format=cyclonedx'], { cwd: root, encoding: 'utf8' });
  const bill = JSON.parse(text) as Bill;
  const node = process.version.slice(1);
  bill.metadata.component = {
    ...{ type: 'container', name: 'bulk-sms-console', version, 'bom-ref': `bulk-sms-console@${version}` },
  };
  bill.components.push(
    {
      type: 'application',
      name: 'node',
      version: node,
      purl: `pkg:generic/node@${node}`,
      'bom-ref': `node@${node}`,
    },
    ...debian.map(([name, of]) => ({
      ...{ type: 'library', name, version: of, 'bom-ref': `deb/${name}` },
      purl: `pkg:deb/debian/${name}@${encodeURIComponent(of)}?distro=bookworm`,
    })),
  );
  return bill;
}
