package local;

import java.util.Base64;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.crypto.DecryptionPropertiesFactory;
import org.apache.parquet.crypto.FileDecryptionProperties;

/** One key for all of a file, which stands in an option of the reader: for files that say nothing of their keys. */
public class LocalKey implements DecryptionPropertiesFactory {
  @Override
  public FileDecryptionProperties getFileDecryptionProperties(Configuration conf, Path path) {
    byte[] key = Base64.getDecoder().decode(conf.get("local.key"));
    return FileDecryptionProperties.builder().withFooterKey(key).build();
  }
}
